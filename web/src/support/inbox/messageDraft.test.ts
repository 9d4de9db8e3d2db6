import { describe, expect, it } from 'vitest';
import { readContent } from '../../chat/content';
import { draftOf, emptyDraft, messageOf, NEW_CARD } from './messageDraft';

describe('a message that staff compose', () => {
  it('is none while something is missing', () => {
    for (const kind of ['text', 'media', 'buttons', 'quick_replies', 'generic'] as const) {
      expect(messageOf(emptyDraft(kind)), kind).toBeNull();
    }
    const buttons = { ...emptyDraft('buttons'), text: 'Choose' };
    expect(messageOf(buttons)).toBeNull();
    expect(messageOf({ ...buttons, buttons: [] })).toBeNull();
  });

  it('leads only to the web or to a phone', () => {
    const draft = { ...emptyDraft('buttons'), text: 'Choose' };
    const withPayload = (kind: 'web' | 'call', payload: string) =>
      messageOf({ ...draft, buttons: [{ kind, title: 'Go', payload }] });
    expect(withPayload('web', 'https://example.test/')).not.toBeNull();
    expect(withPayload('web', 'javascript:alert(1)')).toBeNull();
    expect(withPayload('call', '02-123-4567')).not.toBeNull();
    expect(withPayload('call', 'tel:1')).toBeNull();
  });

  it('shows no picture of another host by a trick', () => {
    const card = (picture: string) =>
      messageOf({ ...emptyDraft('generic'), cards: [{ ...NEW_CARD, title: 'A', picture }] });
    expect(card('/banners/a.svg')).not.toBeNull();
    expect(card('//evil.test/a.png')).toBeNull();
    expect(card('/\\evil.test')).toBeNull();
  });

  it('answers with its own words where nothing else was said', () => {
    const message = messageOf({
      ...emptyDraft('buttons'),
      text: 'Choose',
      buttons: [{ kind: 'postback', title: ' Yes ', payload: '' }],
    });
    expect(readContent(message)).toEqual({
      type: 'buttons',
      text: 'Choose',
      buttons: [{ kind: 'postback', title: 'Yes', payload: 'Yes' }],
    });
  });

  it('is the same after it was opened again', () => {
    const path = '/api/chat/file/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
    for (const message of [
      { message_type: 'text', payload: { message: 'Hello {name}' } },
      {
        message_type: 'media',
        payload: { message: '', url: true, filePath: path, name: 'a.png', fileType: 'image' },
      },
      {
        message_type: 'quick_replies',
        payload: { message: 'Well?', quick_replies: [{ title: 'Yes', payload: 'Yes' }] },
      },
      {
        message_type: 'generic',
        payload: [
          {
            title: 'Daily',
            subtitle: 'Until Sunday',
            image_url: '/banners/a.svg',
            buttons: [{ title: 'Take it', type: 'postback', payload: 'DAILY' }],
          },
        ],
      },
    ]) {
      expect(messageOf(draftOf(message))).toEqual(message);
    }
  });
});
