/**
 * Where the focus goes when a dialog closes: to what opened it. That may have gone or be disabled
 * by then (a card that has changed, a menu that has closed), or have been in a dialog that closes
 * with this one; then to the nearest thing that is still there, and at last to the page's heading.
 */
import { firstFault } from './focusFirstFault';

/** The opener and its ancestors, innermost first. */
const origins = new WeakMap<Element, readonly Element[]>();

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';

/** Elements that are too large to be near anything. */
const isWhole = (element: Element) => element.matches('html, body, #root, main');

function take(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** The page's heading, which then is what is read out; the page itself where it has none. */
export function focusPage(): boolean {
  const main = document.querySelector<HTMLElement>('main');
  const start = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!start) return false;
  start.tabIndex = -1;
  return take(start);
}

/** To be called before the dialog is shown: that moves the focus. */
export function rememberOpener(dialog: Element): void {
  const path: Element[] = [];
  const { activeElement } = document;
  // A dialog that another one has given the focus to when it closed has no opener: it is not its own.
  const opener = dialog.contains(activeElement) ? null : activeElement;
  for (let at = opener; at && !isWhole(at); at = at.parentElement) path.push(at);
  origins.set(dialog, path);
}

/** A field, or a button of a form, also one outside the form element. */
const isOfForm = (element: Element): element is Element & { form: HTMLFormElement } =>
  (element as HTMLButtonElement).form instanceof HTMLFormElement;

function takeNear(path: readonly Element[]): boolean {
  const [opener] = path;
  if (!opener) return false;
  // The dialog reported a fault whose message is at a field: that field is to be corrected next.
  if (opener.isConnected && isOfForm(opener) && take(firstFault(opener.form))) return true;
  for (const element of path) {
    if (!element.isConnected) {
      const above = element.tagName === 'DIALOG' && origins.get(element);
      if (above) return takeNear(above);
    } else {
      if (take(element)) return true;
      for (const inside of element.querySelectorAll(FOCUSABLE)) if (take(inside)) return true;
    }
  }
  return false;
}

/** To be called after the dialog was closed. */
export function returnFocus(dialog: Element): void {
  if (!takeNear(origins.get(dialog) ?? [])) focusPage();
}
