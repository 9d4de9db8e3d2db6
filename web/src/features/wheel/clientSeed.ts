/** The player's part of a draw: 1 to 64 visible ASCII characters; the colon divides the text. */
export function isClientSeed(text: string): boolean {
  return /^[!-9;-~]{1,64}$/.test(text);
}
