import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../intl/text';
import { classNames } from './classNames';
import { IconButton } from './IconButton';
import { enterModal } from './modalHistory';

interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons that stay at the lower edge while the content scrolls. */
  footer?: ReactNode;
  /** `wide` for tables and pictures. */
  size?: 'normal' | 'wide';
  /** As high as it may get from the start: for content whose height changes, e.g. tabs. */
  tall?: boolean;
  /** `alertdialog` interrupts and has no close button of its own. */
  role?: 'dialog' | 'alertdialog';
  /** Refuses Escape, the backdrop and the back button, e.g. while the terms wait for a yes. */
  locked?: boolean;
}

/**
 * The native dialog: a sheet at the lower edge on phones, a card in the middle elsewhere. The
 * browser holds the focus inside and makes the page inert; here we add closing by the backdrop and
 * the back button, and give the focus back.
 */
export function Modal({
  title,
  onClose,
  children,
  footer,
  size = 'normal',
  tall = false,
  role = 'dialog',
  locked = false,
}: ModalProps) {
  const t = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef({ onClose, locked });
  useEffect(() => {
    latest.current = { onClose, locked };
  });

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    if (!element.open) element.showModal();
    const requestClose = () => {
      if (!latest.current.locked) latest.current.onClose();
    };
    const leave = latest.current.locked ? () => undefined : enterModal(requestClose);
    const onCancel = (event: Event) => {
      event.preventDefault();
      requestClose();
    };
    // Chromium closes on the second Escape whatever the page says.
    // The event comes late: by then a remount may have opened the element again.
    const onNativeClose = () => {
      if (element.open) return;
      if (latest.current.locked) element.showModal();
      else latest.current.onClose();
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onNativeClose);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onNativeClose);
      leave();
      if (element.open) element.close();
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);

  // Plain boxes, not header and footer: in a dialog those would be the page's banner and contentinfo.
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a press on the backdrop.
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      onClick={(event) => {
        if (event.target === dialog.current && !locked) onClose();
      }}
      className={classNames(
        'fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none animate-sheet rounded-t-sheet bg-surface p-0 shadow-sheet',
        'max-h-[calc(100dvh-1.5rem)] backdrop:animate-fade backdrop:bg-[rgb(9_11_24/0.55)]',
        'sm:inset-0 sm:m-auto sm:h-fit sm:rounded-sheet',
        size === 'wide' ? 'sm:max-w-2xl' : 'sm:max-w-md',
      )}
    >
      <div
        className={classNames(
          'flex max-h-[calc(100dvh-1.5rem)] flex-col',
          tall
            ? 'h-[calc(100dvh-1.5rem)] sm:h-[min(48rem,calc(100dvh-3rem))]'
            : 'sm:max-h-[min(44rem,calc(100dvh-3rem))]',
        )}
      >
        <div className="flex items-center justify-between gap-3 ps-5 pe-2 pt-3 pb-1">
          <h2 id={titleId} className="py-1.5 text-lg font-semibold">
            {title}
          </h2>
          {!locked && <IconButton icon="close" label={t('common.close')} onClick={onClose} />}
        </div>
        <section
          aria-labelledby={titleId}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard.
          tabIndex={0}
        >
          {children}
        </section>
        {footer && (
          <div className="flex gap-3 border-t border-line px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] *:flex-1">
            {footer}
          </div>
        )}
      </div>
    </dialog>
  );
}
