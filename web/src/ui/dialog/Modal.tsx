import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { enterModal, topPlace } from '../../client/modalHistory';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { classNames } from '../display/classNames';
import { IconButton } from '../display/IconButton';
import { focusAmount } from '../field/amountFocus';
import { rememberOpener, returnFocus } from './focusReturn';

interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons that stay at the lower edge while the content scrolls. */
  footer?: ReactNode;
  /** `wide` for tables and pictures, `screen` for what has the whole screen to its edges. */
  size?: Size;
  /** Next to the button that closes. */
  action?: ReactNode;
  /** As high as it may get from the start: for content whose height changes, e.g. tabs. */
  tall?: boolean;
  /** `alertdialog` interrupts and has no close button. */
  role?: 'dialog' | 'alertdialog';
  /** Refuses Escape, the backdrop and the back button, e.g. while the terms wait for a yes. */
  locked?: boolean;
  /** What Escape, the backdrop and the back button do instead of closing. */
  onDismiss?: (() => void) | undefined;
}

/** A question is short and stops all else, so it stays in the middle on a desktop, too. */
const CENTRED = 'sm:max-w-md';
const SIDE =
  'lg:inset-y-3 lg:right-3 lg:left-auto lg:m-0 lg:h-auto lg:max-h-none lg:animate-side lg:motion-reduce:animate-none';
const SHEET = classNames(
  'fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none animate-sheet rounded-t-sheet bg-surface p-0 shadow-sheet',
  'max-h-[calc(100dvh-1.5rem)] backdrop:animate-fade backdrop:bg-[rgb(9_11_24/0.55)]',
  'sm:inset-0 sm:m-auto sm:h-fit sm:rounded-sheet',
);
const SCREEN = 'fixed inset-0 m-0 size-full max-h-none max-w-none bg-surface p-0';
const SIDE_WIDTH = {
  normal: 'sm:max-w-md lg:max-w-110',
  wide: 'sm:max-w-2xl lg:max-w-160',
};

type Size = 'normal' | 'wide' | 'screen';

function outsideClass(size: Size, isQuestion: boolean): string {
  if (size === 'screen') return SCREEN;
  return classNames(SHEET, isQuestion ? CENTRED : classNames(SIDE, SIDE_WIDTH[size]));
}

function insideClass(size: Size, isQuestion: boolean, isTall: boolean): string {
  if (size === 'screen') return 'h-full';
  return classNames(
    'max-h-[calc(100dvh-1.5rem)]',
    isTall
      ? 'h-[calc(100dvh-1.5rem)] sm:h-[min(48rem,calc(100dvh-3rem))]'
      : 'sm:max-h-[min(44rem,calc(100dvh-3rem))]',
    !isQuestion && 'lg:h-full lg:max-h-none',
  );
}

type Typed = HTMLInputElement | HTMLTextAreaElement;

const NOT_TYPED = new Set(['checkbox', 'radio', 'file', 'range']);

function isTyped(target: EventTarget | null): target is Typed {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !NOT_TYPED.has(target.type);
}

/** Which fields of the dialog somebody has typed in. */
function watchTyping(element: HTMLElement) {
  const fields = new Set<Typed>();
  const onInput = ({ target }: Event) => {
    if (isTyped(target)) fields.add(target);
  };
  element.addEventListener('input', onInput);
  return {
    hasAny: () => [...fields].some((field) => field.isConnected && field.value.trim() !== ''),
    stop: () => element.removeEventListener('input', onInput),
  };
}

/** A pressed button that goes away would take the focus out of the dialog: its content has it then. */
function keepFocus(element: HTMLElement, place: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isLost && topPlace() === place) {
      element.querySelector<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true });
    }
  });
  observer.observe(element, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Opens the element, and gives the focus back when it closes. */
function openDialog(element: HTMLDialogElement, place: HTMLElement, dismiss: () => boolean) {
  rememberOpener(element);
  if (!element.open) element.showModal();
  focusAmount(element);
  const leave = enterModal(dismiss, place);
  const letGo = keepFocus(element, place);
  const onCancel = (event: Event) => {
    event.preventDefault();
    // Chromium closes on the second Escape whatever the page says, and says so by an event that
    // cannot be cancelled. The answer is then given below: a question that opened before the
    // form is shown again would lie behind it.
    if (event.defaultPrevented) dismiss();
  };
  // The event comes late: by then a remount may have opened the element again.
  const onNativeClose = () => {
    if (!element.open && !dismiss()) element.showModal();
  };
  element.addEventListener('cancel', onCancel);
  element.addEventListener('close', onNativeClose);
  return () => {
    element.removeEventListener('cancel', onCancel);
    element.removeEventListener('close', onNativeClose);
    letGo();
    leave();
    if (element.open) element.close();
    returnFocus(element);
  };
}

/** The open dialog, and the question before it closes over something typed. */
function useDismissal(behaviour: Pick<ModalProps, 'onClose' | 'locked' | 'onDismiss'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const latest = useRef(behaviour);
  useEffect(() => {
    latest.current = behaviour;
  });
  const hasTyped = useRef((): boolean => false);

  /** Answers whether the dialog closes now. */
  const dismiss = useCallback(() => {
    const now = latest.current;
    if (now.locked) return false;
    if (now.onDismiss) now.onDismiss();
    else if (hasTyped.current()) setIsAsking(true);
    else {
      now.onClose();
      return true;
    }
    return false;
  }, []);

  useEffect(() => {
    const element = dialog.current;
    if (!element || !place.current) return;
    const close = openDialog(element, place.current, dismiss);
    const typing = watchTyping(element);
    hasTyped.current = typing.hasAny;
    return () => {
      typing.stop();
      close();
    };
  }, [dismiss]);
  return { dialog, place, dismiss, isAsking, stay: () => setIsAsking(false) };
}

/**
 * The native dialog: a sheet at the lower edge on phones, a card in the middle on tablets, a sheet
 * at the right edge on desktops, where the page it is about stays in view. The browser holds the
 * focus inside and makes the page inert; here we add closing by the backdrop and the back button,
 * and give the focus back. These two and Escape happen by mistake, too: where something has been
 * typed they ask first.
 */
export function Modal(props: ModalProps) {
  const { title, onClose, size = 'normal', tall = false, locked = false } = props;
  const t = useText();
  const isQuestion = props.role === 'alertdialog';
  const titleId = useId();
  const contentId = useId();
  const { dialog, place, dismiss, isAsking, stay } = useDismissal(props);

  // Plain boxes, not header and footer: in a dialog those would be the page's banner and contentinfo.
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a press on the backdrop. */}
      <dialog
        ref={dialog}
        role={props.role ?? 'dialog'}
        aria-labelledby={titleId}
        // Read out together with the title: an interruption is about what it says.
        aria-describedby={isQuestion ? contentId : undefined}
        onClick={(event) => {
          if (event.target === dialog.current) dismiss();
        }}
        className={outsideClass(size, isQuestion)}
      >
        <div className={classNames('flex flex-col', insideClass(size, isQuestion, tall))}>
          <div className="flex items-center justify-between gap-3 ps-5 pe-2 pt-3 pb-1">
            <h2 id={titleId} className="min-w-0 flex-1 py-1.5 text-lg font-semibold">
              {title}
            </h2>
            {props.action}
            {!locked && <IconButton icon="close" label={t('common.close')} onClick={onClose} />}
          </div>
          <div ref={place} aria-live="polite" data-notice-place="" />
          <section
            id={contentId}
            aria-labelledby={titleId}
            className={classNames(
              'min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2',
              size !== 'screen' && 'px-5 pt-1 pb-5',
            )}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard.
            tabIndex={0}
          >
            {props.children}
          </section>
          {props.footer && (
            <div className="flex flex-wrap gap-3 border-t border-line px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] *:min-w-fit *:flex-1">
              {props.footer}
            </div>
          )}
        </div>
      </dialog>
      {isAsking && <LeaveQuestion onStay={stay} onLeave={onClose} />}
    </>
  );
}

/** Before what was typed is thrown away by a slip of the finger. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useText();
  return (
    <Modal
      title={t('common.leave.title')}
      role="alertdialog"
      onClose={onStay}
      footer={
        <>
          <Button tone="secondary" onClick={onLeave}>
            {t('common.leave.leave')}
          </Button>
          <Button onClick={onStay}>{t('common.leave.stay')}</Button>
        </>
      }
    >
      <p>{t('common.leave.detail')}</p>
    </Modal>
  );
}
