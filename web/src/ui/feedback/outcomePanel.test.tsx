import { act } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../vitest.patience';
import { OutcomePanel } from './OutcomePanel';

describe('how a command ended', () => {
  it('comes into a region that was there before it, so that it is read out', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const heard: string[] = [];
    const region = () => place.querySelector('[role="status"]') as HTMLElement;
    const spoken = () => (region().querySelector('.invisible') ? '' : region().textContent);
    const observer = new MutationObserver(() => heard.push(spoken() ?? ''));
    observer.observe(place, { subtree: true, attributes: true, childList: true });
    flushSync(() => root.render(<OutcomePanel tone="success" title="Done" detail="100.00" />));
    await eventually(() => expect(spoken()).toBe('Done100.00'));
    await eventually(() => expect(heard.at(-1)).toBe('Done100.00'));
    expect(heard[0]).toBe('');
    observer.disconnect();
    vi.unstubAllGlobals();
    act(() => root.unmount());
    place.remove();
  });
});
