import { describe, expect, it } from 'vitest';
import { nameOfContent } from './closedNotices';

describe('the name of a notice', () => {
  it('is the same for the same content, and another one after a change', () => {
    const notice = { html: { th: 'ก', la: 'ກ', en: 'a' } };
    expect(nameOfContent({ ...notice })).toBe(nameOfContent(notice));
    expect(nameOfContent({ html: { ...notice.html, en: 'b' } })).not.toBe(nameOfContent(notice));
  });
});
