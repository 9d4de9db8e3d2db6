import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { followReleases } from '../../client/worker';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { usePlaceAbove } from './usePlaceAbove';

/**
 * Says that there is a new version. The page stays as it is, with everything typed, until the
 * player asks for the new version.
 */
export function ReleaseBar() {
  const t = useText();
  const [release, setRelease] = useState<string | null>(null);
  const place = usePlaceAbove();
  useEffect(() => followReleases(setRelease), []);
  return createPortal(
    <div role="status" className="no-print lg:ps-26 xl:ps-58">
      {release && (
        <div className="flex min-h-12 items-center justify-center gap-x-2 bg-accent-soft ps-4 pe-1 text-sm text-accent">
          <Icon name="refresh" size={18} className="shrink-0" />
          <p className="py-1 font-semibold">{t('shell.release')}</p>
          <button
            type="button"
            onClick={() => window.location.reload()}
            className="inline-flex min-h-11 items-center px-2 font-semibold underline underline-offset-4"
          >
            {t('shell.reload')}
          </button>
          <IconButton icon="close" label={t('shell.dismiss')} onClick={() => setRelease(null)} />
        </div>
      )}
    </div>,
    place,
  );
}
