import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../client/hooks';
import { onTopPlace, topPlace } from '../../client/modalHistory';
import { useText } from '../../intl/text';
import { classNames } from '../display/classNames';
import { Icon, type IconName } from '../display/Icon';
import { IconButton } from '../display/IconButton';
import { noticePlace, onNoticePlace } from './noticePlace';
import { RetryIn } from './ProblemText';
import { type ToastNotice, type ToastsState, type ToastTone, toastDismissed } from './toasts';

export const SHOWN_MS = 4000;
const MARGIN_PX = 8;

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
      className="flex w-full animate-fade items-center gap-3 rounded-card border border-line bg-raised ps-3 pe-1 shadow-card"
    >
      <span
        className={classNames(
          'my-2 flex size-9 shrink-0 items-center justify-center rounded-full in-data-single:lg:my-1',
          colour,
        )}
      >
        <Icon name={icon} size={20} />
      </span>
      <p className="min-w-0 flex-1 py-3 text-sm font-medium [overflow-wrap:anywhere] in-data-single:lg:py-1">
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
 * Notices have one place. While a dialog is open it is below the title of the top one, because the
 * browser makes everything outside inert and silent; otherwise it is at the page's header. The live
 * region exists before its notices.
 */
export function ToastHost() {
  const inDialog = useSyncExternalStore(onTopPlace, topPlace);
  const onPage = useSyncExternalStore(onNoticePlace, noticePlace);
  const [alone, setAlone] = useState<HTMLElement | null>(null);
  const place = inDialog ?? onPage ?? alone;
  return (
    <>
      {/* For a page that has no header. */}
      <div ref={setAlone} aria-live="polite" className="fixed inset-x-0 top-0 z-20" />
      {place && createPortal(<Toasts place={place} />, place)}
    </>
  );
}

/** Keeps a visible focused element in view when notices take space. */
function useFocusInView(notices: readonly ToastNotice[], place: HTMLElement): void {
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notices are a reason, no value.
  useLayoutEffect(() => {
    const pushed = place.offsetHeight - height.current;
    height.current = place.offsetHeight;
    // Keeps an element that receives focus from scrolling behind the notices.
    const edge = place.closest('dialog') ? 0 : place.getBoundingClientRect().bottom;
    document.documentElement.style.scrollPaddingTop = edge > 0 ? `${edge + MARGIN_PX}px` : '';
    const focused = document.activeElement;
    if (pushed === 0 || !focused || focused === document.body) return;
    const { top, bottom } = focused.getBoundingClientRect();
    const wasInView = bottom - pushed > 0 && top - pushed < window.innerHeight;
    if (wasInView) focused.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
  }, [notices, place]);
}

function Toasts({ place }: { place: HTMLElement }) {
  const notices = useSelector((state: ToastsState) => state.toasts.notices);
  useFocusInView(notices, place);
  if (notices.length === 0) return null;
  const isSingle = place.dataset.single !== undefined;
  return (
    <div
      data-notices=""
      className={classNames(
        'no-print mx-auto grid max-w-md gap-2',
        isSingle ? 'px-2 py-1 lg:py-0.5' : 'px-4 py-2',
      )}
    >
      {/* The next one waits, and its four seconds with it. */}
      {(isSingle ? notices.slice(0, 1) : notices).map((notice) => (
        <ToastCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
