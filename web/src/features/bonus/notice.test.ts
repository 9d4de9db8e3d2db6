import { expect, it } from 'vitest';
import { noticeFor } from './notice';

it("puts the bonus's own figure into the notice, as often as it is asked for", () => {
  const notice = 'Lost at %percentFail%%; again: %percentFail%%.';
  expect(noticeFor(notice, '10')).toBe('Lost at 10%; again: 10%.');
  expect(noticeFor('Nothing to fill in', '10')).toBe('Nothing to fill in');
});
