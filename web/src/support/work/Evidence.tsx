import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { Notice } from '../../ui/feedback/Notice';
import type { Approval, ApprovalEvidence, ReferenceUse } from '../api/workApi';
import { useReason, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { GoodNews } from '../ui/GoodNews';
import { useSlips } from './SlipList';
import { slipHref, slipStateOf } from './slipFilter';

interface BankAccount {
  bankCode: string;
  accountNo: string;
  holder: string;
}

const accountText = (account: BankAccount | null) =>
  account && `${account.bankCode} ${account.accountNo} · ${account.holder}`;

/** Only what there is: a correction has no reference, a deposit is paid to nobody. */
function useFacts(kind: string, evidence: ApprovalEvidence): (readonly [string, ReactNode])[] {
  const t = useSupportText();
  const { reference, ourAccount, player, paidTo } = evidence;
  const isTransfer = kind === 'transfer';
  const all = [
    [t(isTransfer ? 'support.work.providerTx' : 'support.work.bankReference'), reference],
    [t('support.work.depositAccount'), accountText(ourAccount)],
    [t('support.work.paidTo'), accountText(paidTo)],
    [t('support.work.phone'), player && formatPhone(player.phone)],
    [t('support.work.playerAccount'), accountText(player)],
  ] as const;
  return all.filter(([, value]) => value);
}

/** The same payment, credited before or asked for by somebody else as well. */
function UseWarning({ use }: { use: ReferenceUse }) {
  const t = useSupportText();
  const { amount, currency, isCredited, player, at } = use;
  const id = isCredited ? 'support.work.usedBefore' : 'support.work.alsoWaits';
  const money = amount && currency ? moneyText({ amount, currency }) : '—';
  return (
    <Notice tone="negative">
      {t(id, { amount: money, name: player.name, at: formatMoment(at) })}
    </Notice>
  );
}

/** The slip to be credited; who agrees also sees why it was refused, if it was. */
function CreditedSlip({ id, reference }: { id: string; reference: string | null }) {
  const t = useSupportText();
  const reasonOf = useReason();
  const { data } = useSlips(reference ? { reference } : null);
  const slip = data?.pages.flatMap(({ items }) => items).find((each) => each.id === id);
  const refusal = slip && slipStateOf(slip) === 'refused' && slip.reason;
  return (
    <>
      {refusal && (
        <Notice tone="caution">
          {t('support.work.wasRefused', { reason: reasonOf(refusal) })}
        </Notice>
      )}
      <Link
        href={slipHref(id, refusal ? { state: 'REFUSED' } : null)}
        className="inline-flex min-h-11 items-center text-sm font-medium text-accent"
      >
        {t('support.work.openSlip')}
      </Link>
    </>
  );
}

/** What the bank shows of an announced deposit's payment, asked when the list was read. */
function BankShows({ shows }: { shows: NonNullable<ApprovalEvidence['bankShows']> }) {
  const t = useSupportText();
  const text = t(`support.work.bankShows.${shows}`);
  if (shows === 'SHOWN') return <GoodNews>{text}</GoodNews>;
  return <Notice tone={shows === 'NOT_SHOWN' ? 'negative' : 'caution'}>{text}</Notice>;
}

function Known({ kind, evidence }: { kind: string; evidence: ApprovalEvidence }) {
  const facts = useFacts(kind, evidence);
  return (
    <>
      {evidence.referenceUses.map((use) => (
        <UseWarning key={`${use.player.id} ${use.at}`} use={use} />
      ))}
      {evidence.bankShows && <BankShows shows={evidence.bankShows} />}
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What a second person needs to know before they agree. */
export function Evidence({ approval }: { approval: Approval }) {
  const t = useSupportText();
  const { decision, evidence, subjectId, subjectKind } = approval;
  if (!evidence) return <Notice tone="negative">{t('support.work.unvouched')}</Notice>;
  return (
    <>
      <Known kind={subjectKind} evidence={evidence} />
      {decision.kind === 'accept_slip' && (
        <CreditedSlip id={subjectId} reference={evidence.reference} />
      )}
    </>
  );
}
