import { useRef, useState } from 'react';
import type { Clip } from '../../api/howtoApi';
import { isLineDear } from '../../client/dataSaver';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES, useLocale } from '../../intl/locale';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';

/**
 * Begins a film when it is shown: as an attribute, `autoplay` would begin before React listens to
 * the film. One that has left the page could be heard until the browser forgets it.
 */
function playWhileShown(film: HTMLVideoElement): () => void {
  // A film that cannot be played is said by its error.
  film.play().catch(() => undefined);
  return () => film.pause();
}

/** It begins by itself: the press that has opened it was on play. */
export function ClipPlayer({ clip, title }: { clip: Clip; title: string }) {
  const t = useText();
  const locale = useLocale();
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const hasCaptions = useRef(false);

  // A visible track is fetched at once, so the reader's language is chosen at the first play.
  const showCaptions = (video: HTMLVideoElement) => {
    if (hasCaptions.current) return;
    hasCaptions.current = true;
    const own = [...video.textTracks].find((track) => track.language === LANGUAGE_TAG[locale]);
    if (own) own.mode = 'showing';
  };
  const again = () => {
    hasCaptions.current = false;
    setHasFailed(false);
    setTries(tries + 1);
  };
  const { captions } = clip;
  return (
    <div className="space-y-3">
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks are the operator's to give. */}
      <video
        key={tries}
        ref={playWhileShown}
        src={clip.video}
        poster={isLineDear() ? undefined : clip.poster}
        controls
        playsInline
        preload="none"
        aria-label={t('howto.video', { title })}
        onPlay={(event) => showCaptions(event.currentTarget)}
        onError={() => setHasFailed(true)}
        // The film's own shape.
        className="aspect-[8/9] w-full rounded-control border border-line bg-accent-soft object-contain"
      >
        {captions &&
          LOCALES.map((each) => (
            <track
              key={each}
              kind="captions"
              src={captions[each]}
              srcLang={LANGUAGE_TAG[each]}
              label={LANGUAGE_NAME[each]}
            />
          ))}
      </video>
      {hasFailed && (
        <>
          <ErrorNote>{t('howto.videoFailed')}</ErrorNote>
          <Button tone="secondary" icon="refresh" wide onClick={again}>
            {t('shell.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
