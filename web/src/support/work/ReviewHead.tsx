import type { ReactNode } from 'react';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { useRole } from '../api/hooks';
import type { WorkItem } from '../api/workApi';
import { useReason, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { WORK_ICONS } from '../side/OpenWork';
import type { Question } from './DecideDialog';
import { WaitsForSecond } from './WaitsForSecond';

interface ReviewHeadProps {
  item: WorkItem;
  /** Where the item itself knows none. */
  money?: { amount: string; currency: string } | null | undefined;
  /** A better reason than the list's. */
  reason?: string | undefined;
  /** Of something that waits no more. */
  title?: ReactNode;
  /** Who has it open. */
  claim: ReactNode;
  onAsk: (question: Question) => void;
  /** The decision's buttons, where they are next to it. */
  children?: ReactNode;
}

/** What is decided about, and the buttons: they stay in view while one reads. */
export function ReviewHead({
  item,
  money,
  reason = item.reason ?? '',
  title,
  claim,
  onAsk,
  children,
}: ReviewHeadProps) {
  const t = useSupportText();
  const reasonOf = useReason();
  const isActing = useRole() !== 'auditor';
  const { kind, player, since, waiting } = item;
  const { amount, currency } = money ?? item;
  return (
    <Card className="lg:sticky lg:top-18 lg:z-10">
      <div className="flex items-center gap-x-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-caution-soft text-caution max-sm:hidden">
          <Icon name={WORK_ICONS[kind]} size={22} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg leading-snug font-semibold">
            {title ?? t(`support.work.one.${kind}`)}
          </h2>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span className="font-medium text-ink">{player.name}</span>
            <span>
              <Moment time={since} />
            </span>
          </p>
        </div>
        {amount && currency && (
          <p className="tabular self-start text-2xl font-bold whitespace-nowrap">
            {moneyText({ amount, currency })}
          </p>
        )}
      </div>
      {(reason || children) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          {reason ? (
            <p className="flex min-w-48 flex-1 gap-2 text-sm font-medium text-caution">
              <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
              {reasonOf(reason)}
            </p>
          ) : (
            <span />
          )}
          {children && <div className="flex flex-wrap gap-2">{children}</div>}
        </div>
      )}
      {waiting && (
        <div className="mt-3">
          <WaitsForSecond waiting={waiting} onAsk={onAsk} />
        </div>
      )}
      {claim}
      {!isActing && <p className="mt-2 text-sm text-muted">{t('support.readOnly')}</p>}
    </Card>
  );
}
