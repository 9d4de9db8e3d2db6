import { useRef, useState } from 'react';
import type { Clip } from '../../api/howtoApi';
import { isLineDear } from '../../client/dataSaver';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES, useLocale } from '../../intl/locale';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Skeleton } from '../../ui/feedback/Skeleton';

/** The space of a clip, before and after it loads. */
const FRAME = 'aspect-[8/9] max-h-[55dvh] w-full rounded-control';

export function ClipSkeleton() {
  return <Skeleton className={FRAME} />;
}

/** Nothing of the film is fetched before somebody presses play. */
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
    <div className="mb-4 space-y-3">
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks are the operator's to give. */}
      <video
        key={tries}
        src={clip.video}
        poster={isLineDear() ? undefined : clip.poster}
        controls
        playsInline
        preload="none"
        aria-label={t('howto.video', { title })}
        onPlay={(event) => showCaptions(event.currentTarget)}
        onError={() => setHasFailed(true)}
        className={`${FRAME} bg-black object-contain`}
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
