import { useRef, useState } from 'react';
import type { Clip } from '../../api/howtoApi';
import { isLineDear } from '../../client/dataSaver';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES, useLocale } from '../../intl/locale';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Skeleton } from '../../ui/feedback/Skeleton';

/** The space of a clip, before and after it loads: the film's own shape, wide where that would be too high. */
const FRAME = 'aspect-[8/9] w-full rounded-control @lg:aspect-video @2xl:aspect-[8/9]';

export function ClipSkeleton() {
  return <Skeleton className={FRAME} />;
}

/** Nothing of the film is fetched before somebody presses play. */
export function ClipPlayer({ clip, title }: { clip: Clip; title: string }) {
  const t = useText();
  const locale = useLocale();
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  // The browser's own controls would lie on the picture before there is anything to control.
  const [hasStarted, setHasStarted] = useState(false);
  const hasCaptions = useRef(false);
  const film = useRef<HTMLVideoElement>(null);

  // A visible track is fetched at once, so the reader's language is chosen at the first play.
  const showCaptions = (video: HTMLVideoElement) => {
    if (hasCaptions.current) return;
    hasCaptions.current = true;
    const own = [...video.textTracks].find((track) => track.language === LANGUAGE_TAG[locale]);
    if (own) own.mode = 'showing';
  };
  const again = () => {
    hasCaptions.current = false;
    setHasStarted(false);
    setHasFailed(false);
    setTries(tries + 1);
  };
  const begin = () => {
    // The button goes, and the focus with it unless the film takes it.
    film.current?.focus();
    // A film that cannot be played is said by its error.
    film.current?.play().catch(() => undefined);
  };
  const { captions } = clip;
  return (
    <div className="mb-4 space-y-3">
      <div className="relative">
        {/* biome-ignore lint/a11y/useMediaCaption: the tracks are the operator's to give. */}
        <video
          key={tries}
          ref={film}
          src={clip.video}
          poster={isLineDear() ? undefined : clip.poster}
          controls={hasStarted}
          tabIndex={hasStarted ? undefined : -1}
          playsInline
          preload="none"
          aria-label={t('howto.video', { title })}
          onPlay={(event) => {
            setHasStarted(true);
            showCaptions(event.currentTarget);
          }}
          onError={() => setHasFailed(true)}
          className={`${FRAME} border border-line bg-accent-soft object-contain`}
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
        {!hasStarted && !hasFailed && (
          <button
            type="button"
            aria-label={t('howto.playVideo', { title })}
            onClick={begin}
            className="group absolute inset-0 flex items-center justify-center rounded-control"
          >
            <span className="flex size-16 items-center justify-center rounded-full bg-accent text-on-accent shadow-sheet group-hover:bg-accent-strong [&_path]:fill-current">
              <Icon name="play" size={28} />
            </span>
          </button>
        )}
      </div>
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
