/** The classes of a link that looks like a `Button`. */
export function linkButton(tone: 'primary' | 'secondary' = 'primary'): string {
  const colours =
    tone === 'primary'
      ? 'bg-accent text-on-accent hover:bg-accent-strong'
      : 'border border-edge text-accent hover:bg-accent-soft';
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-2 text-center font-semibold ${colours}`;
}
