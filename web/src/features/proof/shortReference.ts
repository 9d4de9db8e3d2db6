/** So many characters are enough among the lines of one member. */
const LENGTH = 8;

/**
 * `2da64700-8272-51f1-83be-8179b7f32ce1` → `B7F32CE1`: what people read to each other. The search
 * of the statement finds a line by it, too.
 */
export function shortReference(id: string): string {
  return id
    .replace(/-returned$/, '')
    .slice(-LENGTH)
    .toUpperCase();
}
