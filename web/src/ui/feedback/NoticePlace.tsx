import { classNames } from '../display/classNames';
import { setNoticePlace } from './noticePlace';

const OVER_HEADER =
  'relative z-1 h-0 [&>*]:absolute [&>*]:inset-x-0 [&>*]:-top-14 lg:[&>*]:-top-16';

/**
 * The lower edge of a page's header. Notices take space here and cover nothing, or with
 * `isOverHeader` they take the header's place, one at a time, and move nothing.
 */
export function NoticePlace({ isOverHeader = false }: { isOverHeader?: boolean }) {
  return (
    <div
      ref={setNoticePlace}
      aria-live="polite"
      data-single={isOverHeader || undefined}
      className={classNames('mx-auto w-full max-w-3xl', isOverHeader && OVER_HEADER)}
    />
  );
}
