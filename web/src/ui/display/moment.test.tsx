import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import english from '../../intl/messages/en.json';
import { dayAndClock } from '../../intl/moment';
import { Moment } from './Moment';

const parts = import.meta.glob<string>('../../{app,chat,features}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** What is proven is the moment itself: how long ago it is says nothing there. */
const PROOFS = /^\.\.\/\.\.\/features\/proof\//;
const isShown = (text: string, part: string) =>
  [...text.matchAll(/<Moment\b.*?\/>/gs)].some(
    ([use]) => !/ show=/.test(use) || use.includes(part) || use.includes('show="day"'),
  );

describe('a time', () => {
  it('is said as a date and as how long ago it was', () => {
    render(
      <IntlProvider locale="en" messages={english as unknown as Record<string, string>}>
        <Moment time={new Date(Date.now() - 3 * 3_600_000).toISOString()} />
      </IntlProvider>,
    );
    const time = screen.getByRole('time');
    expect(time).toHaveTextContent(/\d\d\/\d\d\/\d{4}.*·.*3 hours ago/);
  });

  it('of a line in a list is its day, in a word if it is close, and the minute', () => {
    const now = Date.parse('2026-11-21T18:00:00Z');
    const said = (time: string) => {
      const { word, day, clock } = dayAndClock(time, now);
      return `${word ?? day} ${clock}`;
    };
    // It is one o'clock of the 22nd in Bangkok.
    expect(said('2026-11-21T17:30:59Z')).toBe('chat.today 00:30');
    expect(said('2026-11-21T16:30:00Z')).toBe('chat.yesterday 23:30');
    expect(said('2026-11-20T16:30:00Z')).toBe('20/11/2026 23:30');
  });

  const lists = Object.entries(parts).filter(([name, text]) => {
    return text.includes('<Moment') && !PROOFS.test(name);
  });
  it('is shown in more than five places', () => expect(lists.length).toBeGreaterThan(5));

  it.each(lists)('is said both ways in %s', (_, text) => {
    expect(isShown(text, 'absolute')).toBe(true);
    expect(isShown(text, 'relative')).toBe(true);
  });
});
