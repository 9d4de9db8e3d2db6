import { useText } from '../../intl/text';
import { HeroCard } from '../../ui/display/HeroCard';
import { Icon } from '../../ui/display/Icon';
import { Skeleton } from '../../ui/feedback/Skeleton';
import type { Verdict } from './checkSpin';

interface FairSummaryProps {
  /** Of the shown spins; undefined while one is computed. */
  verdicts: readonly (Verdict | undefined)[];
}

/** What the device has found of the spins that are shown: first of all whether they were fair. */
export function FairSummary({ verdicts }: FairSummaryProps) {
  const t = useText();
  const count = (kind: Verdict['kind']) => verdicts.filter((it) => it?.kind === kind).length;
  const [right, wrong, open] = [count('right'), count('wrong'), count('open')];
  if (verdicts.includes(undefined)) return <Skeleton className="h-36 w-full rounded-card" />;
  if (wrong > 0) {
    return (
      <p
        role="status"
        className="flex min-h-36 items-center gap-3 rounded-card bg-negative-soft px-5 py-4 text-lg font-semibold text-negative"
      >
        <Icon name="warning" size={32} className="shrink-0" />
        {t('spins.summary.wrong', { n: wrong })}
      </p>
    );
  }
  return (
    <HeroCard art={<FairArt isChecked={right > 0} />} role="status">
      <p className="text-xl font-bold text-balance">
        {right > 0
          ? t('spins.summary.right', { n: right })
          : open > 0
            ? t('spins.summary.locked', { n: open })
            : t('spins.summary.none')}
      </p>
      {open > 0 && (
        <p className="mt-1 text-sm text-on-hero-muted">
          {right > 0 ? t('spins.summary.wait', { n: open }) : t('spins.summary.toOpen')}
        </p>
      )}
    </HeroCard>
  );
}

const TICK = 'm35 52 11 12 20-23';
const LOCK = 'M40 49v-8a10 10 0 0 1 20 0v8M35 49h30v22H35Z';

/** A shield with a tick, on the ground of a hero card. */
function FairArt({ isChecked }: { isChecked: boolean }) {
  return (
    <svg width="100" height="108" viewBox="0 0 100 108" aria-hidden="true">
      <path d="M50 6 12 20v32c0 24 16 41 38 50 22-9 38-26 38-50V20L50 6Z" className="fill-gold" />
      <path
        d="M50 16 21 27v25c0 18 12 32 29 39 17-7 29-21 29-39V27L50 16Z"
        className="fill-gold-light"
      />
      <path
        d={isChecked ? TICK : LOCK}
        fill="none"
        className="stroke-on-gold"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
