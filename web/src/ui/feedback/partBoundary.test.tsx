import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../intl/messages/en.json';
import { lazyPart, loadAhead } from './lazyPart';
import { PartBoundary } from './PartBoundary';

const LOST = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(LOST));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show(load: () => Promise<{ default: () => string }>) {
  const Part = lazyPart(load);
  render(
    <IntlProvider locale="en" messages={english as unknown as Record<string, string>}>
      <p>The rest</p>
      <PartBoundary>
        <Suspense fallback="Coming">
          <Part />
        </Suspense>
      </PartBoundary>
    </IntlProvider>,
  );
}

describe('a part that loads on demand', () => {
  it('is asked for again by itself', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(LOST)
      .mockResolvedValue({ default: () => 'Here' });
    show(load);
    expect(await screen.findByText('Here')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('says that it did not come, leaves the rest alone, and comes when it is asked for', async () => {
    const load = vi.fn().mockRejectedValue(LOST);
    show(load);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('The rest')).toBeVisible();
    load.mockResolvedValue({ default: () => 'Here' });
    await userEvent.click(retry);
    expect(await screen.findByText('Here')).toBeVisible();
  });

  it('is drawn without a placeholder where it was loaded ahead', async () => {
    const load = () => Promise.resolve({ default: () => 'Here' });
    await loadAhead(load);
    show(load);
    expect(screen.getByText('Here')).toBeVisible();
  });
});
