const PLACEHOLDER = '%percentFail%';

/** The operator's notice with the bonus's own figure in it. */
export function noticeFor(notice: string, percentFail: string): string {
  return notice.replaceAll(PLACEHOLDER, percentFail);
}
