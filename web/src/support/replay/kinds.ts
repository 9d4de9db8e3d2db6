/** Groups of events, for the filter by one kind. */
import type { SupportMessageId } from '../intl/messages';

export const KINDS = {
  all: [],
  in: [
    'SlipSubmitted',
    'SlipReferred',
    'SlipRejected',
    'SlipReturned',
    'Deposited',
    'QrOrdered',
    'QrEnded',
    'QrPaid',
    'QrReferred',
    'QrRejected',
    'GiftSubmitted',
    'GiftSent',
    'GiftUnknown',
    'GiftCredited',
    'GiftRejected',
    'ManualDepositRequested',
    'ManualDepositCredited',
    'ManualDepositRejected',
    'Corrected',
  ],
  out: [
    'WithdrawalRequested',
    'WithdrawalSent',
    'WithdrawalUnknown',
    'WithdrawalPaid',
    'WithdrawalReturned',
    'WithdrawalReleased',
    'BankAccountChanged',
    'BankAccountRecorded',
    'PayoutsHeld',
    'PinSet',
    'Frozen',
    'Unfrozen',
    'VoidDeclared',
  ],
  games: [
    'GameAccountOpened',
    'TransferStarted',
    'TransferSent',
    'TransferUnknown',
    'TransferCompleted',
    'TransferReturned',
    'GameBalanceObserved',
    'SweepStarted',
    'SweepEnded',
  ],
  rewards: [
    'GrantActivated',
    'GrantEnded',
    'RefundReceived',
    'InviteEarned',
    'CoinsEarned',
    'CoinsGiven',
    'WheelSeedCommitted',
    'WheelSeedRevealed',
    'WheelSpun',
  ],
  protection: ['DepositLimitSet', 'Excluded', 'RealityCheckSet'],
} as const satisfies Record<string, readonly string[]>;

export type KindGroup = keyof typeof KINDS;

export const KIND_GROUPS = Object.keys(KINDS) as KindGroup[];

export function kindLabel(group: KindGroup): SupportMessageId {
  return `support.kinds.${group}`;
}
