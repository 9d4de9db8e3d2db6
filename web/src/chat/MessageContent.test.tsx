import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it, vi } from 'vitest';
import { messagesWith, XSS_PAYLOADS } from '../../e2e/payloads';
import english from '../intl/messages/en.json';
import { type ChatContent, phoneAddress, pictureAddress, readContent, webAddress } from './content';
import { MessageContent } from './MessageContent';

const inEnglish = (children: ReactNode) => (
  <IntlProvider locale="en" messages={english}>
    {children}
  </IntlProvider>
);

/** What a message must never become. */
const FORBIDDEN = 'script,iframe,object,embed,form,style,link,meta,base,svg script,math,template';

function checkNothingRuns(root: ParentNode): void {
  expect(root.querySelector(FORBIDDEN)).toBeNull();
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^srcdoc$|^srcset$|^formaction$|^xlink/i);
      if (name === 'href') expect(value).toMatch(/^(https:\/\/|tel:\+?\d+$)/);
      if (name === 'src') expect(value).toMatch(/^(https:\/\/|\/(?![/\\]))/);
    }
  }
}

describe('hostile messages', () => {
  it('are a hundred and fifty, each different', () => {
    expect(XSS_PAYLOADS).toHaveLength(150);
    expect(new Set(XSS_PAYLOADS).size).toBe(150);
  });

  it('of any kind become text and nothing else', () => {
    for (const payload of XSS_PAYLOADS) {
      const contents = messagesWith(payload).map(readContent);
      const { container, unmount } = render(
        inEnglish(
          contents.map((content, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
            <MessageContent key={at} content={content} onPostback={vi.fn()} onReply={vi.fn()} />
          )),
        ),
      );
      checkNothingRuns(container);
      expect(container.textContent).toContain(payload.replace(/\r\n?/g, '\n'));
      unmount();
    }
    expect('__hit' in window).toBe(false);
  });

  it('keep the shape of a message when they have another', () => {
    for (const broken of [
      null,
      5,
      'text',
      [],
      {},
      { message_type: 'text' },
      { message_type: 'text', payload: { message: { $$typeof: 'x' } } },
      { message_type: 'generic', payload: { length: 1 } },
      { message_type: 'media', payload: { filePath: '/api/chat/file/../../etc' } },
      { message_type: '__proto__', payload: {} },
    ]) {
      expect(readContent(broken)).toEqual({ type: 'unknown' });
    }
    const broken = { message: 'm', buttons: [null, 5, { title: {} }, { title: 't', type: [] }] };
    expect(readContent({ message_type: 'buttons', payload: broken })).toEqual({
      type: 'buttons',
      text: 'm',
      buttons: [{ kind: 'plain', title: 't' }],
    });
  });
});

describe('addresses', () => {
  it('of the web begin with https and name nobody', () => {
    expect(webAddress('https://example.test/a?b#c')).toBe('https://example.test/a?b#c');
    for (const refused of [
      'http://example.test',
      'https://bank.test@evil.test/',
      'javascript:alert(1)',
      '//example.test',
      'example.test',
      '',
      null,
    ]) {
      expect(webAddress(refused), String(refused)).toBeNull();
    }
  });

  it('of phones are digits', () => {
    expect(phoneAddress('+66 81-234-5678')).toBe('tel:+66812345678');
    for (const refused of ['081;ext=1', 'tel:081', '08+1', '12', '']) {
      expect(phoneAddress(refused), refused).toBeNull();
    }
  });

  it('of pictures stay on this host or use https', () => {
    expect(pictureAddress('/banners/a.svg')).toBe('/banners/a.svg');
    for (const refused of ['//evil.test/a', '/\\evil.test', '/../x', 'a.png', 'data:image/png,']) {
      expect(pictureAddress(refused), refused).toBeNull();
    }
  });
});

describe('what can be pressed', () => {
  const buttons: ChatContent = {
    type: 'buttons',
    text: 'Choose',
    buttons: [
      { kind: 'web', title: 'Site', href: 'https://example.test/' },
      { kind: 'postback', title: 'Deposit', payload: 'HELP' },
      { kind: 'plain', title: 'Nothing' },
    ],
  };

  it('leads to the web in a tab that knows nothing of this one', () => {
    render(inEnglish(<MessageContent content={buttons} />));
    const link = screen.getByRole('link', { name: /Site/ });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('answers with its title and its payload', async () => {
    const onPostback = vi.fn();
    render(inEnglish(<MessageContent content={buttons} onPostback={onPostback} />));
    await userEvent.click(screen.getByRole('button', { name: 'Deposit' }));
    expect(onPostback).toHaveBeenCalledWith('Deposit', 'HELP');
    expect(screen.queryByRole('button', { name: 'Nothing' })).toBeNull();
  });
});
