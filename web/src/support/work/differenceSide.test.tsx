import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import portal from '../../intl/messages/en.json';
import { useSupportText } from '../intl/text';
import own from '../messages/en.json';
import { sideWords } from './differenceSide';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const wrapper = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={words}>
    {children}
  </IntlProvider>
);

const said = (text: string, currency: string | null = 'THB') =>
  sideWords(renderHook(useSupportText, { wrapper }).result.current, text, currency);

describe('a side of a difference', () => {
  it.each([
    ['a movement into a game', 'IN 300', 'Into the game ฿300.00'],
    ['a movement out of a game', 'OUT 6300.5', 'Out of the game ฿6,300.50'],
    ['a payment or a balance', '77', '฿77.00'],
    ['less than the smallest unit', '300.001', '฿300.001'],
    ['a movement that was given up', 'IN 300 not done', 'Into the game ฿300.00 (not done)'],
    ['a payment that was given up', '77 not done', '฿77.00 (not done)'],
    ['one void row', '1 void rows, the last with sequence 4', '1 void event, the last is no. 4'],
    ['void rows', '2 void rows, the last with sequence 8', '2 void events, the last is no. 8'],
  ])('says %s in words', (_, text, shown) => {
    expect(said(text)).toBe(shown);
  });

  it('is in its own currency, or in none', () => {
    expect(said('IN 25000', 'LAK')).toBe('Into the game ₭25,000');
    expect(said('300', null)).toBe('300');
  });

  it.each([
    '/v1/transfers: HTTP 500',
    'slip_file, id 7: the gateway has not written it',
    'UP 300',
    'work that was not done',
  ])('that is no known text stays as it is: %s', (text) => {
    expect(said(text)).toBe(text);
  });
});
