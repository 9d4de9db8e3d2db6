/** Selects the password, which is the usual reason for a refusal: the next key replaces it. */
export function returnToPassword(form: HTMLFormElement): void {
  const field = form.elements.namedItem('password');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
