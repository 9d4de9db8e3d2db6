import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clip } from '../../api/howtoApi';
import { gateway, giveDialogs, memberStore, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import ClipDialog from './ClipDialog';
import { TopicSteps } from './TopicSteps';
import { TOPICS } from './topics';

const WALLET = { topic: 'wallet', video: '/howto/wallet.mp4', poster: '/howto/wallet.jpg' } as Clip;
const FIRST = /Tap “Deposit” on the home screen/;

const answer = (clips: Clip[]) => gateway(() => Response.json({ clips }));

function openTopic() {
  const [wallet] = TOPICS;
  if (!wallet) throw new Error('there is no topic');
  return show(<TopicSteps {...wallet} />, memberStore());
}

beforeEach(() => {
  giveDialogs();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a topic of the how-to page', () => {
  it('opens its film in a dialog, and keeps its steps', async () => {
    answer([WALLET]);
    const { store } = openTopic();
    fireEvent.click(await screen.findByRole('button', { name: /^Play the video/ }));
    expect(store.getState().dialog.stack).toEqual([{ name: 'clip', props: { topic: 'wallet' } }]);
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(document.querySelector('video')).toBeNull();
  });

  it('without a film is its steps', async () => {
    const calls = answer([]);
    openTopic();
    await eventually(() => expect(calls).toHaveLength(1));
    await eventually(() => expect(document.querySelector('[aria-hidden="true"]')).toBeNull());
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(FIRST)).toBeVisible();
  });
});

describe('the dialog of a film', () => {
  it('plays it above the steps, which can be read meanwhile', async () => {
    answer([WALLET]);
    show(<ClipDialog topic="wallet" onClose={vi.fn()} />, memberStore());
    const dialog = within(screen.getByRole('dialog', { name: 'Using the wallet' }));
    const film = await dialog.findByLabelText('Video: Using the wallet');
    expect(film).toHaveAttribute('src', '/howto/wallet.mp4');
    expect(dialog.getByText(FIRST)).toBeVisible();
  });
});
