import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memberStore, show } from '../../stage';
import { ClipPlayer } from './ClipPlayer';

const CLIP = { topic: 'wallet', video: '/howto/wallet.mp4', poster: '/howto/wallet.jpg' } as const;

function open() {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  show(<ClipPlayer clip={CLIP} title="Using the wallet" />, memberStore());
  return { play, film: screen.getByLabelText('Video: Using the wallet') };
}

afterEach(() => vi.restoreAllMocks());

describe('a clip', () => {
  it('has one button and no controls of the browser before it is started', () => {
    const { film } = open();
    expect(film).not.toHaveAttribute('controls');
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  it('starts by that button, which leaves its place to the controls', async () => {
    const { play, film } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Play the video: Using the wallet' }));
    expect(play).toHaveBeenCalledTimes(1);
    expect(film).toHaveFocus();
    fireEvent.play(film);
    expect(film).toHaveAttribute('controls');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that it cannot be played, with no play button over that', () => {
    const { film } = open();
    fireEvent.error(film);
    expect(screen.getByText(/cannot be played/)).toBeVisible();
    expect(screen.getAllByRole('button').map((it) => it.textContent)).toEqual(['Try again']);
  });
});
