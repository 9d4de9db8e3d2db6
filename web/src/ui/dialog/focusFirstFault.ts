/**
 * After a form was refused the focus goes to the first wrong field, so that it can be corrected at
 * once and its message is read out. One listener serves all forms: `aria-invalid` marks a fault,
 * whether the form finds it at once or the server does later.
 */
import { topPlace } from '../../client/modalHistory';

/** The first field of the form that is marked as wrong. */
export const firstFault = (form: HTMLFormElement): HTMLElement | null =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]');

/** Whether a dialog in front of the form keeps the focus for now; `focusReturn` then takes over. */
function isBehindDialog(form: HTMLElement): boolean {
  const front = topPlace()?.closest('dialog');
  return Boolean(front && !front.contains(form));
}

function tryFocus(form: HTMLFormElement): boolean {
  const field = isBehindDialog(form) ? null : firstFault(form);
  field?.focus();
  // Nobody edits a password that cannot be seen, so the next key replaces it.
  if (field instanceof HTMLInputElement && field.type === 'password') field.select();
  return field !== null;
}

/** Waits for a fault until there is one, or until the person is busy with something else. */
function awaitFault(form: HTMLFormElement): () => void {
  const observer = new MutationObserver(() => tryFocus(form) && stop());
  const focused = document.activeElement;
  const onFocus = () => document.activeElement !== focused && stop();
  const stop = () => {
    observer.disconnect();
    form.removeEventListener('input', stop);
    document.removeEventListener('focusin', onFocus);
  };
  form.addEventListener('input', stop);
  document.addEventListener('focusin', onFocus);
  observer.observe(form, { subtree: true, attributeFilter: ['aria-invalid'] });
  return stop;
}

/** Follows every form of the page; the answer stops it. */
export function followFaults(): () => void {
  let stop = () => {};
  const onSubmit = ({ target }: Event) => {
    stop();
    if (!(target instanceof HTMLFormElement)) return;
    // The form has had its say by the next task. It may show the same fault as before.
    const timer = setTimeout(() => {
      stop();
      if (!tryFocus(target)) stop = awaitFault(target);
    });
    stop = () => clearTimeout(timer);
  };
  document.addEventListener('submit', onSubmit);
  return () => {
    stop();
    document.removeEventListener('submit', onSubmit);
  };
}
