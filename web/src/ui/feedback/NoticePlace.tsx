import { classNames } from '../display/classNames';
import { setNoticePlace } from './noticePlace';

const OVER_HEADER =
  'relative z-1 h-0 [&>*]:absolute [&>*]:inset-x-0 [&>*]:-top-14 lg:[&>*]:-top-16';

/** What the header of a desktop has room for, between its ends. */
const IN_HEADER = 'lg:absolute lg:start-60 lg:top-1 lg:mx-0 lg:h-0 lg:w-96';

interface NoticePlaceProps {
  isOverHeader?: boolean;
  isInHeader?: boolean;
}

/**
 * The lower edge of a page's header. Notices take space here and cover nothing. With `isOverHeader`
 * they take the header's place, and with `isInHeader` the free part of a desktop's header: one at a
 * time, and they move nothing.
 */
export function NoticePlace({ isOverHeader = false, isInHeader = false }: NoticePlaceProps) {
  return (
    <div
      ref={setNoticePlace}
      aria-live="polite"
      data-single={isOverHeader || isInHeader || undefined}
      className={classNames(
        'mx-auto w-full max-w-3xl',
        isOverHeader && OVER_HEADER,
        isInHeader && IN_HEADER,
      )}
    />
  );
}
