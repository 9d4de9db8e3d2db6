import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { serviceGone } from '../../client/session';
import { gateway, refusal, show } from '../../stage';
import { useServiceCheck } from './useServiceCheck';

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
