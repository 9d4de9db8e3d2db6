import { useRef, useState } from 'react';
import type { Banner } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { classNames } from './classNames';
import { IconButton } from './IconButton';
import { SafeHtml } from './SafeHtml';
import { wantsStillness } from './wantsStillness';

interface BannerSlidesProps {
  /** What the pictures are about, for screen readers. */
  label: string;
  banners: readonly Banner[];
  /** Pictures are twice as wide as high. */
  className?: string;
  /** The picture at the side of its text, where the page has said the same in large. */
  isSmall?: boolean;
}

/** The operator's banners, one at a time: picture and text; swiped, scrolled or paged. */
export function BannerSlides(props: BannerSlidesProps) {
  const { label, banners, className, isSmall = false } = props;
  const t = useText();
  const local = useLocalText();
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = banners.length - 1;

  const goTo = (slide: number) => {
    const element = track.current;
    if (!element) return;
    element.scrollTo?.({
      left: slide * element.clientWidth,
      behavior: wantsStillness() ? 'auto' : 'smooth',
    });
  };
  const onScroll = () => {
    const element = track.current;
    if (element?.clientWidth) setAt(Math.round(element.scrollLeft / element.clientWidth));
  };

  if (last < 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; a section would be a landmark.
    <div role="group" aria-roledescription="carousel" aria-label={label} className={className}>
      <ul
        ref={track}
        onScroll={onScroll}
        // A scrolling part must be reachable by keyboard.
        tabIndex={last > 0 ? 0 : undefined}
        className="flex snap-x snap-mandatory items-start overflow-x-auto rounded-card [scrollbar-width:none]"
      >
        {banners.map((banner, slide) => (
          <li
            key={banner.image}
            inert={slide !== at}
            className={classNames(
              'w-full shrink-0 snap-center',
              isSmall && 'flex items-center gap-3 rounded-card border border-line p-3 text-sm',
            )}
          >
            <img
              src={banner.image}
              alt=""
              width={640}
              height={320}
              className={classNames(
                'aspect-2/1 bg-sunken object-cover',
                isSmall ? 'w-28 shrink-0 rounded-control' : 'w-full rounded-card',
              )}
            />
            <SafeHtml html={local(banner.html)} className={isSmall ? 'min-w-0' : 'mt-3'} />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className="mt-1 flex items-center justify-center gap-1">
          <IconButton
            icon="chevronLeft"
            label={t('common.previous')}
            disabled={at === 0}
            onClick={() => goTo(at - 1)}
          />
          <p className="flex gap-1.5" role="status">
            <span className="sr-only">
              {t('banner.slide', { n: String(at + 1), of: String(last + 1) })}
            </span>
            {banners.map(({ image }, slide) => (
              <span
                key={image}
                aria-hidden="true"
                className={classNames(
                  'h-2 rounded-full transition-all',
                  slide === at ? 'w-5 bg-accent' : 'w-2 bg-edge',
                )}
              />
            ))}
          </p>
          <IconButton
            icon="chevronRight"
            label={t('common.next')}
            disabled={at === last}
            onClick={() => goTo(at + 1)}
          />
        </div>
      )}
    </div>
  );
}
