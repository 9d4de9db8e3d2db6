/** The holder's name as the bank writes it: both parts trimmed, one space, capitals. */
export function accountNameOf(firstName: string, lastName: string): string {
  return `${firstName.trim()} ${lastName.trim()}`
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}
