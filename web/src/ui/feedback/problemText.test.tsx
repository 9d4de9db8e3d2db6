import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '../../api/transport/problem';
import english from '../../intl/messages/en.json';
import { ProblemNote } from './ProblemNote';

const show = (error: unknown) =>
  render(
    <IntlProvider locale="en" messages={english as unknown as Record<string, string>}>
      <ProblemNote error={error} />
    </IntlProvider>,
  );

/** What is seen, without what is only read out. */
const seen = () => {
  const copy = screen.getByRole('alert').cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
  return copy.textContent?.trim();
};

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

it('shows nothing where nothing has failed', () => {
  show(null);
  show(undefined);
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('a refusal that says how long to wait', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-22T00:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('counts the seconds down and then says nothing of them', () => {
    show(problemOf(429, { message: 'REQUEST_LIMIT' }, '40'));
    expect(seen()).toMatch(/wait a moment\. Try again in 40 s\.$/);
    pass(1);
    expect(seen()).toMatch(/Try again in 39 s\.$/);
    pass(39);
    expect(seen()).toMatch(/wait a moment\.$/);
  });

  it('is read out once, not every second', () => {
    show(problemOf(429, { message: 'REQUEST_LIMIT' }, '40'));
    pass(5);
    expect(screen.getByText('Try again in 40 s.')).toHaveClass('sr-only');
    expect(screen.getByText('Try again in 35 s.')).toHaveAttribute('aria-hidden', 'true');
  });

  it('names minutes where there are some', () => {
    show(problemOf(429, { message: 'REQUEST_LIMIT' }, '125'));
    expect(seen()).toMatch(/Try again in 2:05 min\.$/);
  });

  it('says nothing of a wait that nobody has named', () => {
    show(problemOf(429, { message: 'REQUEST_LIMIT' }, null));
    expect(seen()).toMatch(/wait a moment\.$/);
  });
});
