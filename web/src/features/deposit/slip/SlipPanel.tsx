import type { DepositLookup } from '../../../api/types';
import { useText } from '../../../intl/text';
import { Step } from '../../../ui/dialog/Step';
import { DepositAccounts } from '../DepositAccounts';
import { accountsToPay } from '../depositMethods';
import { DepositHints } from './DepositHints';
import { SlipOutcome } from './SlipOutcome';
import { SlipPicker } from './SlipPicker';
import { SlipPreview } from './SlipPreview';
import type { useSlipUpload } from './useSlipUpload';

interface SlipPanelProps {
  slip: ReturnType<typeof useSlipUpload>;
  lookup: DepositLookup;
  isOver: boolean;
}

/** Deposit by slip: where to pay, the picture, and the outcome. */
export function SlipPanel({ slip, lookup, isOver }: SlipPanelProps) {
  const { phase } = slip;
  return (
    <Step name={phase}>
      {phase === 'choose' && <PayAndChoose slip={slip} lookup={lookup} isOver={isOver} />}
      {(phase === 'preview' || phase === 'sending') && slip.file && (
        <SlipPreview slip={slip} file={slip.file} />
      )}
      {(phase === 'sent' || phase === 'unknown') && <SlipOutcome answer={slip.answer} />}
    </Step>
  );
}

function PayAndChoose({ slip, lookup, isOver }: SlipPanelProps) {
  const t = useText();
  return (
    <div className="space-y-6">
      <section>
        <h3 className="mb-3 font-semibold">{t('deposit.step.transfer')}</h3>
        <DepositAccounts accounts={accountsToPay(lookup)} />
      </section>
      <section>
        <h3 className="mb-3 font-semibold">{t('deposit.step.slip')}</h3>
        <DepositHints lookup={lookup} />
        <SlipPicker
          fault={slip.fault}
          isReading={slip.isReading}
          isOver={isOver}
          onPick={slip.pick}
        />
      </section>
    </div>
  );
}
