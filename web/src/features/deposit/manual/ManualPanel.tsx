import { useGetStatementQuery } from '../../../api/statementApi';
import type { DepositAccount } from '../../../api/types';
import { moneyText } from '../../../intl/moneyText';
import { useText } from '../../../intl/text';
import { Step } from '../../../ui/dialog/Step';
import { Figure, FigureList } from '../../../ui/display/FigureList';
import { Moment } from '../../../ui/display/Moment';
import { Money } from '../../../ui/display/Money';
import { Notice } from '../../../ui/feedback/Notice';
import { OutcomePanel } from '../../../ui/feedback/OutcomePanel';
import { AmountField } from '../../../ui/field/AmountField';
import { CreditedPanel } from '../CreditedPanel';
import { DepositAccounts } from '../DepositAccounts';
import { useDepositLine } from '../useDepositOutcome';
import { useDepositWords, usePayableFault } from '../useDepositWords';
import type { ManualDeposit } from './useManualDeposit';

/** The form's submit button is in the dialog's footer. */
export const MANUAL_FORM_ID = 'manual-form';

const LINES_READ = 10;

interface ManualPanelProps {
  manual: ManualDeposit;
  accounts: readonly DepositAccount[];
  currency: string;
}

/** Deposits that staff check: pay, enter the amount, wait. */
export function ManualPanel({ manual, accounts, currency }: ManualPanelProps) {
  const t = useText();
  const { phase } = manual;
  return (
    <Step name={phase === 'sending' ? 'form' : phase}>
      {phase === 'unknown' ? (
        <OutcomePanel
          tone="unknown"
          title={t('money.stillProcessing')}
          detail={t('money.stillProcessingDetail')}
        />
      ) : phase === 'answered' ? (
        <ManualOutcome manual={manual} currency={currency} />
      ) : (
        <ManualForm manual={manual} accounts={accounts} currency={currency} />
      )}
    </Step>
  );
}

function ManualOutcome({ manual, currency }: Omit<ManualPanelProps, 'accounts'>) {
  const t = useText();
  const line = useDepositLine(manual.answer?.id ?? null);
  const amount = line?.amount ?? manual.body?.amount ?? null;
  if (line?.status === 'SUCCESS') {
    return <CreditedPanel title={t('manual.credited')} amount={amount} />;
  }
  const isRejected = line?.status === 'FAILED';
  return (
    <OutcomePanel
      tone={isRejected ? 'failed' : 'waiting'}
      title={t(isRejected ? 'manual.rejected' : 'manual.waiting')}
      detail={t(isRejected ? 'common.contactAdmin' : 'manual.waitingDetail')}
    >
      {amount && (
        <FigureList>
          <Figure label={t('manual.amount')}>
            <Money amount={amount} currency={currency} />
          </Figure>
        </FigureList>
      )}
    </OutcomePanel>
  );
}

function ManualForm({ manual, accounts, currency }: ManualPanelProps) {
  const t = useText();
  const words = useDepositWords(currency);
  const faultText = usePayableFault(manual.minimum, currency);
  const { fault, problem } = manual;
  return (
    <div className="space-y-6">
      <Notice>{t('manual.lead')}</Notice>
      <OpenRequests currency={currency} />
      <section>
        <h3 className="mb-3 font-semibold">{t('deposit.step.transfer')}</h3>
        <DepositAccounts accounts={accounts} />
      </section>
      <section>
        <h3 className="mb-3 font-semibold">{t('manual.step')}</h3>
        <form
          id={MANUAL_FORM_ID}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            manual.submit();
          }}
        >
          <AmountField
            label={t('manual.amount')}
            name="amount"
            currency={currency}
            value={manual.typed}
            onChange={manual.change}
            disabled={manual.phase === 'sending'}
            error={fault ? faultText(fault) : problem === null ? null : words(problem)}
            hint={t('common.minimum', {
              min: moneyText(manual.minimum, currency),
            })}
          />
        </form>
      </section>
    </div>
  );
}

/** Shows open requests, so the player does not ask twice. */
function OpenRequests({ currency }: { currency: string }) {
  const t = useText();
  const { data } = useGetStatementQuery({ page: 1, limit: LINES_READ });
  const open = data?.statements.filter(
    (line) => line.method === 'manual' && line.status === 'PENDING',
  );
  if (!open?.length) return null;
  return (
    <Notice tone="caution">
      <p className="font-medium">{t('manual.waiting')}</p>
      <ul className="mt-1 space-y-1">
        {open.map((line) => (
          <li key={line.id} className="flex flex-wrap justify-between gap-x-4">
            <Moment time={line.createdAt} />
            {line.amount && <Money amount={line.amount} currency={currency} />}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
