import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lookupApi } from '../../api/lookupApi';
import { createAppStore } from '../../app/store';
import { serviceGone } from '../../client/session';
import { gateway, memberStore, refusal, show } from '../../stage';
import { useServiceCheck, useServiceWatch } from './useServiceCheck';

function FrontDoor() {
  useServiceCheck();
  return null;
}

afterEach(() => vi.unstubAllGlobals());

function arrive(answer: () => Response, wasGone: boolean) {
  const calls = gateway(answer);
  const store = createAppStore();
  if (wasGone) store.dispatch(serviceGone());
  show(<FrontDoor />, store);
  return { calls, isGone: () => store.getState().session.gone };
}

describe('the front door', () => {
  it('learns that the service is gone', async () => {
    const { isGone } = arrive(() => Response.json({ terminated: 'gone' }), false);
    await waitFor(() => expect(isGone()).toBe(true));
  });

  it.each(['', 'no', 'GONE?'])('takes "%s" for a service that is there', async (terminated) => {
    const { isGone } = arrive(() => Response.json({ terminated }), true);
    await waitFor(() => expect(isGone()).toBe(false));
  });

  it('leaves things as they are when nobody answers', async () => {
    const { calls, isGone } = arrive(() => refusal(503, 'SERVICE_UNAVAILABLE'), true);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(isGone()).toBe(true);
  });
});

function MemberPage() {
  useServiceWatch();
  return null;
}

describe('a member’s page', () => {
  it('learns it when it is opened, and when the tab comes back', async () => {
    let terminated: string | null = null;
    const calls = gateway(() => Response.json({ terminated }));
    const { store } = show(<MemberPage />, memberStore());
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(store.getState().session.gone).toBe(false);
    terminated = 'gone';
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await waitFor(() => expect(store.getState().session.gone).toBe(true));
    expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('GET /api/lookup/active'));
  });

  it('is none of a visitor, who is asked for at the front door', async () => {
    const calls = gateway(() => Response.json({}));
    const { store } = show(<MemberPage />);
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await store.dispatch(lookupApi.endpoints.getInfo.initiate());
    expect(calls.map(({ path }) => path)).toEqual(['GET /api/lookup/info']);
  });
});
