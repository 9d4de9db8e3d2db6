import { setNoticePlace } from './noticePlace';

/** The lower edge of a page's header. Notices take space here and cover nothing. */
export function NoticePlace() {
  return <div ref={setNoticePlace} aria-live="polite" className="mx-auto w-full max-w-3xl" />;
}
