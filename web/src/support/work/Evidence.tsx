import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { Notice } from '../../ui/feedback/Notice';
import type { Approval, ApprovalEvidence, ReferenceUse } from '../api/workApi';
import { shortId } from '../intl/ids';
import type { SupportMessageId } from '../intl/messages';
import { useReason, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { GoodNews } from '../ui/GoodNews';
import { DifferenceEvidence } from './DifferenceEvidence';
import { useSlips } from './SlipList';
import { slipHref, slipStateOf } from './slipFilter';

interface BankAccount {
  bankCode: string;
  accountNo: string;
  holder: string;
}

const accountText = (account: BankAccount | null) =>
  account && `${account.bankCode} ${account.accountNo} · ${account.holder}`;

/** What the reference of a reward begins with, before a colon. */
const REWARDS: Partial<Record<string, SupportMessageId>> = {
  bonus: 'support.work.reward.bonus',
  promotion: 'support.work.reward.promotion',
  coupon: 'support.work.reward.coupon',
};

interface Named {
  label: SupportMessageId;
  reference: string;
}

/** What a decision is about: a payment of the bank, a movement of a provider, or a reward of ours. */
export function namedBy(approval: Pick<Approval, 'decision' | 'subjectKind'>, name: string): Named {
  const { kind } = approval.decision;
  if (kind === 'end_bonus') return { label: 'support.state.grant', reference: shortId(name) };
  const [, reward = '', code = ''] = /^([a-z]+):(.+)$/.exec(name) ?? [];
  const label = REWARDS[reward];
  const isReward = kind === 'grant_bonus' || kind === 'give_coupon';
  if (isReward && label) return { label, reference: code };
  const isTransfer = approval.subjectKind === 'transfer';
  return {
    label: isTransfer ? 'support.work.providerTx' : 'support.work.bankReference',
    reference: name,
  };
}

/** Only what there is: a correction has no reference, a deposit is paid to nobody. */
function useFacts(approval: Approval, evidence: ApprovalEvidence) {
  const t = useSupportText();
  const { ourAccount, player, paidTo } = evidence;
  const { label, reference } = namedBy(approval, evidence.reference ?? '');
  const all: (readonly [string, ReactNode])[] = [
    [t(label), reference],
    [t('support.work.depositAccount'), accountText(ourAccount)],
    [t('support.work.paidTo'), accountText(paidTo)],
    [t('support.work.phone'), player && formatPhone(player.phone)],
    [t('support.work.playerAccount'), accountText(player)],
  ];
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

function Known({ approval, evidence }: { approval: Approval; evidence: ApprovalEvidence }) {
  const facts = useFacts(approval, evidence);
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
  const { decision, evidence, subjectId } = approval;
  if (!evidence) return <Notice tone="negative">{t('support.work.unvouched')}</Notice>;
  return (
    <>
      {decision.kind === 'explain' && <DifferenceEvidence id={subjectId} />}
      <Known approval={approval} evidence={evidence} />
      {decision.kind === 'accept_slip' && (
        <CreditedSlip id={subjectId} reference={evidence.reference} />
      )}
    </>
  );
}
