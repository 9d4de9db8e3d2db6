import { describe, expect, it } from 'vitest';
import type { PreparedReply } from '../api/inboxApi';
import { draftsOf, languageOf, messageIn, messagesOf } from './replyTexts';

const text = (message: string) => ({ message_type: 'text', payload: { message } });
const REPLY = {
  message: text('สวัสดีค่ะ'),
  translations: { en: text('Hello') },
} as unknown as PreparedReply;

describe('a prepared answer in several languages', () => {
  it('is read and written as it was', () => {
    expect(messagesOf(draftsOf(REPLY))).toEqual({
      message: REPLY.message,
      translations: REPLY.translations,
    });
  });

  it('is not complete while one of its texts is missing', () => {
    const { base, own } = draftsOf(REPLY);
    expect(messagesOf({ base, own: { ...own, la: { ...base, text: ' ' } } })).toBeNull();
  });

  it('shows the same picture in each language', () => {
    const file = { path: '/a', fileType: 'image', name: 'a.png' };
    const { base } = draftsOf(REPLY);
    const picture = { ...base, kind: 'media' as const, file };
    const written = messagesOf({ base: picture, own: { en: { ...picture, file: null } } });
    expect(written?.translations.en?.payload).toMatchObject({ filePath: '/a' });
  });

  it('has the text for any language where one has no text', () => {
    expect(messageIn(REPLY, 'en')).toEqual(text('Hello'));
    expect(messageIn(REPLY, 'la')).toEqual(text('สวัสดีค่ะ'));
  });
});

describe('the language of a visitor', () => {
  const said = (words: string, sender = 'customer') =>
    ({ sender, content: { type: 'text', text: words } }) as never;

  it('is that of the letters that were written last', () => {
    expect(languageOf([said('hello'), said('ສະບາຍດີ'), said('สวัสดี', 'agent')])).toBe('la');
    expect(languageOf([said('สวัสดี'), said('123')])).toBe('th');
    expect(languageOf([said('ok')])).toBe('en');
  });

  it('is not known of digits and of silence', () => {
    expect(languageOf([said('500')])).toBeNull();
    expect(languageOf([])).toBeNull();
  });
});
