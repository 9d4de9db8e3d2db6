import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lookupApi } from '../../api/lookupApi';
import { createAppStore } from '../../app/store';
import { serviceGone } from '../../client/session';
import { gateway, show } from '../../stage';
import TerminatedPage from './TerminatedPage';

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function open(terminated: string | null) {
  window.history.replaceState(null, '', '/terminated');
  gateway(() => Response.json({ terminated }));
  return show(<TerminatedPage />);
}

describe('the page of a service that has closed', () => {
  it('says that nothing begins, and lets members in to take their money out', async () => {
    const { store } = open('gone');
    await waitFor(() => expect(store.getState().session.gone).toBe(true));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'This service is no longer available',
    );
    expect(screen.getByText(/^Registration, deposits and games are closed/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(/take your money out$/);
    expect(screen.getByLabelText('Phone number / username')).toBeVisible();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/forgot']);
    expect(window.location.pathname).toBe('/terminated');
  });

  it('stays where a refusal has just said so, whatever was read before', async () => {
    let terminated: string | null = null;
    const store = createAppStore();
    gateway(() => Response.json({ terminated }));
    await store.dispatch(lookupApi.endpoints.getActive.initiate());
    terminated = 'gone';
    store.dispatch(serviceGone());
    window.history.replaceState(null, '', '/terminated');
    show(<TerminatedPage />, store);
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(window.location.pathname).toBe('/terminated');
  });

  it('leads to the front door while the service runs', async () => {
    open(null);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});
