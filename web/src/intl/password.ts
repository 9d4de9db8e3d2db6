/** The shortest password the server takes. */
export const PASSWORD_LENGTH_MIN = 8;

export function isPasswordLongEnough(password: string): boolean {
  return [...password].length >= PASSWORD_LENGTH_MIN;
}
