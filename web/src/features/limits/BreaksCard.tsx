import { useState } from 'react';
import { useExclusion } from '../../api/limitsApi';
import type { ExclusionKind } from '../../api/types';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { BreakModal } from './BreakModal';

/** The current break, and the buttons to take one. */
export function BreaksCard() {
  const t = useText();
  const exclusion = useExclusion();
  const [open, setOpen] = useState<ExclusionKind | null>(null);
  const isForEver = exclusion !== null && exclusion.until === null;
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('limits.break.title')}</h2>
        <p className="text-sm text-muted">{t('limits.break.lead')}</p>
      </div>
      {exclusion && <BreakNotice exclusion={exclusion} />}
      {!isForEver && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Button tone="secondary" onClick={() => setOpen('TIME_OUT')}>
            {t('limits.break.TIME_OUT')}
          </Button>
          <Button tone="secondary" onClick={() => setOpen('SELF_EXCLUSION')}>
            {t('limits.break.SELF_EXCLUSION')}
          </Button>
        </div>
      )}
      {open && <BreakModal kind={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
