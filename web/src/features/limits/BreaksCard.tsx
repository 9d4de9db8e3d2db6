import { useState } from 'react';
import { useExclusion } from '../../api/limitsApi';
import type { ExclusionKind, ExclusionPeriod } from '../../api/types';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { BreakModal } from './BreakModal';
import { BREAKS } from './limitForm';

interface OpenBreak {
  kind: ExclusionKind;
  /** Chosen already: its consequences come next. */
  period: ExclusionPeriod | null;
}

/** The current break, short ones to begin, and apart from them the long exclusion. */
export function BreaksCard() {
  const t = useText();
  const exclusion = useExclusion();
  const [open, setOpen] = useState<OpenBreak | null>(null);
  const isForEver = exclusion !== null && exclusion.until === null;
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('limits.break.title')}</h2>
        <p className="text-sm text-muted">{t('limits.break.lead')}</p>
      </div>
      {exclusion && <BreakNotice exclusion={exclusion} />}
      {!isForEver && (
        <>
          <div>
            <h3 className="mb-2 text-sm font-medium">{t('limits.break.TIME_OUT')}</h3>
            <div className="grid grid-cols-3 gap-2">
              {BREAKS.TIME_OUT.map((period) => (
                <Button
                  key={period}
                  tone="secondary"
                  aria-label={`${t('limits.break.TIME_OUT')}: ${t(`limits.period.${period}`)}`}
                  onClick={() => setOpen({ kind: 'TIME_OUT', period })}
                  className="px-2!"
                >
                  {t(`limits.period.${period}`)}
                </Button>
              ))}
            </div>
          </div>
          <button
            type="button"
            onClick={() => setOpen({ kind: 'SELF_EXCLUSION', period: null })}
            className="-mx-5 -mb-5 flex min-h-16 w-[calc(100%+2.5rem)] items-center gap-4 rounded-b-card border-t border-line px-5 py-3 text-start hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-negative">
                {t('limits.break.SELF_EXCLUSION')}
              </span>
              <span className="block text-sm text-muted">{t('limits.break.long')}</span>
            </span>
            <Icon name="chevronRight" size={20} className="shrink-0 text-muted" />
          </button>
        </>
      )}
      {open && <BreakModal {...open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
