/**
 * What the visitor has typed so far, kept for this tab so that a reload loses nothing. Passwords
 * are never part of it: they live in the component's memory only.
 */
import { useCallback, useState } from 'react';
import { keptInviteCode } from '../../client/inviteCode';
import { readJson, removeKey, writeJson } from '../../client/storage';
import type { BankAccountDraft } from '../../intl/bankAccount';

export const STEPS = ['phone', 'otp', 'profile', 'bank'] as const;
export type Step = (typeof STEPS)[number];

/** Where "Back" leads. A number that is proved needs no code again. */
export function stepBefore(step: Step): Step | null {
  if (step === 'phone') return null;
  return step === 'bank' ? 'profile' : 'phone';
}

/** What a wallet can be in where the operator runs in Lao mode; the first one unless chosen. */
export const LAO_CURRENCIES = ['LAK', 'BAHT'] as const;
type Currency = (typeof LAO_CURRENCIES)[number];

export interface Draft extends BankAccountDraft {
  phone: string;
  otpToken: string;
  otpRef: string;
  /** The number the code was sent to: another number needs another code. */
  otpPhone: string;
  /** When a new code may be asked for, in milliseconds. */
  resendAt: number;
  /** The number that needs no code (any more). */
  clearedPhone: string;
  name: string;
  sourceCode: string;
  inviteCode: string;
  /** The code that belongs to nobody: another one may be sent. */
  refusedCode: string;
  currency: Currency;
}

const KEY = 'wallet.register';

function emptyDraft(): Draft {
  return {
    phone: '',
    otpToken: '',
    otpRef: '',
    otpPhone: '',
    resendAt: 0,
    clearedPhone: '',
    name: '',
    sourceCode: '',
    inviteCode: keptInviteCode(),
    refusedCode: '',
    bankCode: '',
    bankAccountNo: '',
    firstName: '',
    lastName: '',
    currency: LAO_CURRENCIES[0],
  };
}

function isDraft(value: unknown): value is Partial<Draft> {
  return typeof value === 'object' && value !== null;
}

export function loadDraft(): Draft {
  const empty = emptyDraft();
  const stored = readJson('session', KEY, isDraft);
  return { ...empty, ...stored, inviteCode: stored?.inviteCode || empty.inviteCode };
}

/** Whether the inviter's code is one that was refused. */
export const isCodeRefused = ({ inviteCode, refusedCode }: Draft): boolean =>
  refusedCode !== '' && inviteCode.trim() === refusedCode;

export type ChangeDraft = (change: Partial<Draft>) => void;

export function useDraft() {
  const [draft, setDraft] = useState(loadDraft);
  const change: ChangeDraft = useCallback((part) => {
    setDraft((old) => {
      const draft = { ...old, ...part };
      writeJson('session', KEY, draft);
      return draft;
    });
  }, []);
  const forget = useCallback(() => removeKey('session', KEY), []);
  return { draft, change, forget };
}

/** The furthest step that the draft allows; an address cannot jump ahead. */
export function allowedStep(wanted: string | null, draft: Draft, hasPassword: boolean): Step {
  const step = STEPS.find((each) => each === wanted) ?? 'phone';
  if (step === 'phone' || !draft.phone) return 'phone';
  const isCleared = draft.clearedPhone === draft.phone;
  if (step === 'otp') return draft.otpToken && !isCleared ? 'otp' : isCleared ? 'profile' : 'phone';
  if (!isCleared) return draft.otpToken ? 'otp' : 'phone';
  const isProfileDone = draft.name && hasPassword && !isCodeRefused(draft);
  if (step === 'bank' && !isProfileDone) return 'profile';
  return step;
}
