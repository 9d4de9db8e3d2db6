import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { type ToastNotice, type ToastTone, toastDismissed } from '../app/toasts';
import { useText } from '../intl/text';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';
import { IconButton } from './IconButton';
import { onTopPlace, topPlace } from './modalHistory';
import { RetryIn } from './ProblemText';
import { useToastPlace } from './useToastPlace';

const SHOWN_MS = 4000;

const LOOKS: Record<ToastTone, { icon: IconName; colour: string }> = {
  success: { icon: 'check', colour: 'bg-positive-soft text-positive' },
  error: { icon: 'warning', colour: 'bg-negative-soft text-negative' },
  info: { icon: 'info', colour: 'bg-accent-soft text-accent' },
};

function ToastCard({ notice }: { notice: ToastNotice }) {
  const t = useText();
  const dispatch = useAppDispatch();
  const { icon, colour } = LOOKS[notice.tone];
  useEffect(() => {
    const timer = setTimeout(() => dispatch(toastDismissed(notice.id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [dispatch, notice.id]);
  return (
    <div
      role={notice.tone === 'error' ? 'alert' : 'status'}
      className="pointer-events-auto flex w-full animate-sheet items-center gap-3 rounded-card border border-line bg-raised ps-3 pe-1 shadow-card"
    >
      <span
        className={classNames(
          'my-2 flex size-9 shrink-0 items-center justify-center rounded-full',
          colour,
        )}
      >
        <Icon name={icon} size={20} />
      </span>
      <p className="flex-1 py-3 text-sm font-medium">
        {notice.text}
        {notice.retryAt !== undefined && <RetryIn at={notice.retryAt} />}
      </p>
      <IconButton
        icon="close"
        label={t('shell.dismiss')}
        onClick={() => dispatch(toastDismissed(notice.id))}
      />
    </div>
  );
}

/**
 * Toasts stand inside the top dialog while one is open, because the browser makes everything
 * outside of it dead and mute. There and here the live region is older than what it tells. The
 * toasts are a popover, shown again with each notice: only the top layer is above a dialog.
 */
export function ToastHost() {
  const inDialog = useSyncExternalStore(onTopPlace, topPlace);
  const [onPage, setOnPage] = useState<HTMLElement | null>(null);
  const place = inDialog ?? onPage;
  return (
    <>
      <div ref={setOnPage} aria-live="polite" />
      {place && createPortal(<Toasts overDialog={Boolean(inDialog)} />, place)}
    </>
  );
}

function Toasts({ overDialog }: { overDialog: boolean }) {
  const notices = useAppSelector((state) => state.toasts.notices);
  const host = useRef<HTMLDivElement>(null);
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    const element = host.current;
    // The dialog may have gone with the step that the notice is about: the next place shows it.
    if (!element?.isConnected || !element.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest) element.showPopover();
  }, [newest]);
  useToastPlace(host, newest, overDialog);
  return (
    <div
      ref={host}
      popover="manual"
      className={classNames(
        'no-print pointer-events-none inset-x-4 m-0 mx-auto w-auto max-w-md flex-col gap-2 overflow-visible border-0 bg-transparent text-ink [&:popover-open]:flex',
        overDialog
          ? // Beside the dialog where there is room, and off the close button where there is none.
            'top-[max(0.75rem,env(safe-area-inset-top))] bottom-auto max-sm:end-16 sm:end-auto sm:w-96'
          : 'top-auto bottom-[calc(5.25rem+env(safe-area-inset-bottom))] lg:start-30 lg:end-auto lg:bottom-6 lg:w-md',
      )}
    >
      {notices.map((notice) => (
        <ToastCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
