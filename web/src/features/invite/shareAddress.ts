/** LINE's own page for a message to friends, which opens the app where there is one. */
export function lineAddress(text: string, link: string): string {
  return `https://line.me/R/msg/text/?${encodeURIComponent(`${text}\n${link}`)}`;
}
