import type { ReactNode } from 'react';
import type { RefundCheck } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { Icon, type IconName } from '../../ui/display/Icon';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { isFree } from './period';

/** Who gets it, as the operator says, and when it can be withdrawn: two things, in two rows. */
export function Conditions({ check }: { check: RefundCheck }) {
  const t = useText();
  const local = useLocalText();
  const { info, refundSuccess, refundFail } = check;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('nav.conditions')}</h3>
      {info && (
        <Row icon="info">
          <SafeHtml html={local(info)} />
        </Row>
      )}
      <Row icon={isFree(check) ? 'check' : 'lock'}>
        {isFree(check)
          ? t('refund.free')
          : `${t('refund.successAt', { percent: refundSuccess })} · ${t('refund.failAt', { percent: refundFail })}`}
      </Row>
    </section>
  );
}

function Row({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 rounded-control bg-sunken px-4 py-3 text-sm">
      <Icon name={icon} size={20} className="mt-px shrink-0 text-accent" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
