import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { Icon, type IconName } from '../../ui/display/Icon';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { useAppSelector } from '../hooks';

const PROOFS: {
  icon: IconName;
  id: 'public.proof.fast' | 'public.proof.fair' | 'public.proof.help';
}[] = [
  { icon: 'clock', id: 'public.proof.fast' },
  { icon: 'shield', id: 'public.proof.fair' },
  { icon: 'chat', id: 'public.proof.help' },
];

/** What a visitor gets, in the sky of the landscape that a desktop has next to the public pages. */
export function SkyPromise() {
  const t = useText();
  const isDesktop = useIsDesktop();
  const isVisitor = useAppSelector((state) => state.session.phase === 'none');
  const isGone = useIsServiceGone();
  if (!isDesktop || !isVisitor || isGone) return null;
  return (
    <section
      aria-label={t('public.promise')}
      className="no-print fixed start-8 top-28 w-[calc(41.67vw-4rem)] animate-fade text-on-hero [@media(max-height:46rem)]:hidden"
    >
      <p className="text-3xl font-bold text-balance">{t('public.promise')}</p>
      <ul className="mt-4 space-y-2">
        {PROOFS.map(({ icon, id }) => (
          <li key={id} className="flex items-center gap-3">
            <Icon name={icon} size={20} className="shrink-0 text-gold-light" />
            {t(id)}
          </li>
        ))}
      </ul>
    </section>
  );
}
