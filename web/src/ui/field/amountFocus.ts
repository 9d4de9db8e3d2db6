/**
 * Where there is a keyboard, a dialog about money focuses its amount, so that the player can type
 * the digits and press Enter. On phones the focus would open the keyboard and hide half of the
 * sheet.
 */
const HAS_KEYBOARD = '(hover: hover) and (pointer: fine)';

/** Where somebody already is: among tabs by the arrow keys, or in a field. */
const BUSY = '[role="tab"]:focus-visible, input, select, textarea';

const hasKeyboard = () => window.matchMedia?.(HAS_KEYBOARD).matches ?? false;

/** Gives the focus to the amount of an open dialog; without one nothing changes. */
export function focusAmount(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open || !hasKeyboard()) return;
  const field = dialog.querySelector<HTMLInputElement>('input[data-amount]:enabled');
  const active = document.activeElement;
  if (!field || (active && dialog.contains(active) && active.matches(BUSY))) return;
  // What is written above the amount stays in view.
  field.focus({ preventScroll: true });
  // The first digit replaces the present amount.
  field.select();
}
