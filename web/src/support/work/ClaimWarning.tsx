import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Notice } from '../../ui/feedback/Notice';
import type { WorkClaim } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { sinceOf } from './ClaimMark';

interface ClaimWarningProps {
  claim: WorkClaim;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  /** Sending was tried without the confirmation. */
  isMissing: boolean;
}

/** A colleague has the item open. It may be decided all the same, but not by mistake. */
export function ClaimWarning({ claim, isConfirmed, onConfirm, isMissing }: ClaimWarningProps) {
  const t = useSupportText();
  return (
    <div className="space-y-2">
      <Notice tone="caution">
        <p>{t('support.work.claim.warning', { name: claim.by.name, at: sinceOf(claim) })}</p>
        <label className="-mb-2 flex min-h-11 items-center gap-3 font-medium">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={isConfirmed}
            onChange={(event) => onConfirm(event.target.checked)}
          />
          {t('support.work.claim.anyway')}
        </label>
      </Notice>
      {isMissing && <ErrorNote>{t('support.work.claim.anywayMissing')}</ErrorNote>}
    </div>
  );
}
