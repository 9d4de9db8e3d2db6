import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import english from '../../intl/messages/en.json';
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
    ([use]) => !/ show=/.test(use) || use.includes(part),
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

  const lists = Object.entries(parts).filter(([name, text]) => {
    return text.includes('<Moment') && !PROOFS.test(name);
  });
  it('is shown in more than five places', () => expect(lists.length).toBeGreaterThan(5));

  it.each(lists)('is said both ways in %s', (_, text) => {
    expect(isShown(text, 'absolute')).toBe(true);
    expect(isShown(text, 'relative')).toBe(true);
  });
});
