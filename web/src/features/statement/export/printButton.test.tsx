import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gateway, giveDialogs, memberStore, refusal, show } from '../../../stage';
import { PrintButton } from './PrintButton';

const SHOWN = { from: '2026-11-01', to: '2026-11-30' };
const PDF = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });

let asked: string[];
let tab: { closed: boolean; close: () => void; location: { replace: (to: string) => void } };

function press(answer: () => Response) {
  asked = [];
  gateway(answer);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url).search);
    return fetch(request);
  });
  show(<PrintButton shown={SHOWN} />, memberStore());
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
}

beforeEach(() => {
  giveDialogs();
  tab = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('printing the statement', () => {
  it('opens the PDF of the shown days, in a tab of the press itself', async () => {
    press(PDF);
    expect(window.open).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('blob:file'));
    expect(asked).toEqual([
      '?format=pdf&lang=th&from=2026-10-31T17%3A00%3A00.000Z&to=2026-11-30T17%3A00%3A00.000Z',
    ]);
  });

  it('saves the PDF where the browser opens no tab', async () => {
    vi.mocked(window.open).mockReturnValue(null);
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    press(PDF);
    await waitFor(() => expect(saved).toEqual(['statement-2026-11-01-2026-11-30.pdf']));
  });

  it('says why there is none, and leaves no empty tab', async () => {
    press(() => refusal(422, 'EXPORT_TOO_LONG'));
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(tab.close).toHaveBeenCalledTimes(1);
    expect(tab.location.replace).not.toHaveBeenCalled();
  });
});
