import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memberStore, show } from '../../stage';
import { ClipPlayer } from './ClipPlayer';

const CLIP = { topic: 'wallet', video: '/howto/wallet.mp4', poster: '/howto/wallet.jpg' } as const;

function open() {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const page = show(<ClipPlayer clip={CLIP} title="Using the wallet" />, memberStore());
  return { ...page, play, pause, film: () => screen.getByLabelText('Video: Using the wallet') };
}

afterEach(() => vi.restoreAllMocks());

describe('a clip', () => {
  it('starts by itself, under the controls of the browser', () => {
    const { film, play } = open();
    expect(play.mock.contexts).toEqual([film()]);
    expect(film()).toHaveAttribute('controls');
  });

  it('stops when it leaves the screen, and not before', () => {
    const { film, pause, replace, unmount } = open();
    replace(<ClipPlayer clip={CLIP} title="Using the wallet" />);
    expect(pause).not.toHaveBeenCalled();
    const left = film();
    unmount();
    expect(pause.mock.contexts).toEqual([left]);
  });

  it('says that it cannot be played, and begins again on request', () => {
    const { film, play } = open();
    const failed = film();
    fireEvent.error(failed);
    expect(screen.getByText(/could not be played/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText(/could not be played/)).toBeNull();
    expect(film()).not.toBe(failed);
    expect(play.mock.contexts).toEqual([failed, film()]);
  });
});
