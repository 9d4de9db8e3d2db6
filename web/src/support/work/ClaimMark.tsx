import { formatMoment } from '../../intl/moment';
import type { WorkClaim } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { Initials } from '../ui/Initials';

/** The time of day since when somebody has an item open. */
export const sinceOf = ({ since }: WorkClaim): string => formatMoment(since).slice(11, 16);

/** Who has an item of a list open. */
export function ClaimMark({ claim }: { claim: WorkClaim }) {
  const t = useSupportText();
  const at = sinceOf(claim);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-xs font-medium">
      <Initials name={claim.by.name} className="size-5 text-[0.625rem]!" />
      <span className="min-w-0 truncate py-px">
        {claim.isMine
          ? t('support.work.claim.rowMine', { at })
          : t('support.work.claim.row', { name: claim.by.name, at })}
      </span>
    </span>
  );
}
