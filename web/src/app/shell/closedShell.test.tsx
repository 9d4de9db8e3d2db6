import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceActive, serviceGone } from '../../client/session';
import { gateway, memberStore, show } from '../../stage';
import UserShell from './UserShell';

vi.mock('../../api/transport/live', () => ({ useLive: () => undefined }));
vi.mock('./Credits', () => ({ default: () => null }));
vi.mock('../timeReminder', () => ({ TimeReminder: () => null }));

beforeEach(() => {
  gateway(() => Response.json({}));
});
afterEach(() => vi.unstubAllGlobals());

const notice = () => screen.findByRole('region', { name: 'The service has closed' });

describe('the pages of members', () => {
  it('say that the service has closed, and offer the way out', async () => {
    const { store } = show(<UserShell>Content</UserShell>, memberStore());
    expect(screen.queryByRole('region', { name: 'The service has closed' })).toBeNull();
    act(() => {
      store.dispatch(serviceGone());
    });
    expect(within(await notice()).getByRole('button', { name: 'Withdraw' })).toBeVisible();
    expect(screen.getByText('Content')).toBeVisible();
    act(() => {
      store.dispatch(serviceActive());
    });
    expect(screen.queryByRole('region', { name: 'The service has closed' })).toBeNull();
  });
});
