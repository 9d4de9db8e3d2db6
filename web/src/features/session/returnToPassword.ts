/** What was refused is the password more often than not: the next key begins it anew. */
export function returnToPassword(form: HTMLFormElement): void {
  const field = form.elements.namedItem('password');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
