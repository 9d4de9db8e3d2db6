/** One channel's QR from the choice of an amount to its end. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMoneyIntent } from '../../../api/command/moneyIntent';
import {
  type TimedQr,
  useCancelQrMutation,
  useCreateQrMutation,
  useGetQrQuery,
} from '../../../api/depositApi';
import { endsSession, isProblem } from '../../../api/transport/problem';
import { useClientSelector } from '../../../client/hooks';
import { noteOpenQr, openQr } from '../../../client/openQr';
import { useProblemText, useText } from '../../../intl/text';
import { useToast } from '../../../ui/feedback/toasts';
import type { QrChannel } from '../depositMethods';
import { useDepositLine, useIsSlow } from '../useDepositOutcome';
import { useDepositWords } from '../useDepositWords';
import { endOf, steadyEnd, useSecondsLeft } from './countdown';

/** The socket reports changes at once; this interval applies when it cannot connect. */
const LOOK_AGAIN_MS = 5_000;
/** A paid QR disappears a moment before its credit can be read. */
const GONE_AFTER_MS = 2_000;

export type QrPhase =
  | 'loading'
  | 'failed'
  | 'form'
  | 'open'
  | 'expired'
  | 'replaced'
  | 'gone'
  | 'paid';

/** The QR on the screen. */
export interface ShownQr {
  id: string;
  channel: string;
  amount: string;
  markup: string;
  payload: string;
  /** In running time. */
  end: number;
  /**
   * It has expired here, or it is no longer open on the server: another QR has replaced it, or it was
   * cancelled elsewhere.
   */
  ended: 'expired' | 'replaced' | 'gone' | null;
}

/** What the screen shows after a reading: a QR that is gone stays visible, as ended. */
function afterReading(
  known: ShownQr | null,
  state: TimedQr,
  channel: string,
  isPutAway: (id: string) => boolean,
): ShownQr | null {
  const { qrcodeId: id, hasQrcode, qrcode: markup, amount, payload } = state;
  if (!hasQrcode || !id || !markup || !amount) {
    if (known?.channel !== channel || known.ended === 'expired') return known;
    return { ...known, ended: state.otherBankCode ? 'replaced' : 'gone' };
  }
  // At 00:00 it was dropped, and it does not come back, because nobody could pay it in time.
  if (isPutAway(id) || (known?.id === id && known.ended === 'expired')) return known;
  const knownEnd = known?.id === id ? known.end : null;
  const end = steadyEnd(knownEnd, endOf(state.receivedAt, state.expireIn));
  return { id, channel, amount, markup, payload: payload ?? '', end, ended: null };
}

/** Follows the channel's QR on the server; a shown QR stays until it is dismissed. */
function useShownQr(channel: string | null, isActive: boolean) {
  const [shown, setShown] = useState<ShownQr | null>(null);
  const putAway = useRef(new Set<string>());
  const isOpen = shown !== null && shown.channel === channel;
  const expire = useCallback(() => {
    setShown((known) => known && { ...known, ended: 'expired' });
  }, []);
  const query = useGetQrQuery(channel ?? '', {
    skip: !isActive || channel === null,
    refetchOnMountOrArgChange: true,
    pollingInterval: isOpen && !shown.ended ? LOOK_AGAIN_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const state = query.currentData;
  useEffect(() => {
    if (!state || channel === null) return;
    setShown((known) => afterReading(known, state, channel, (id) => putAway.current.has(id)));
  }, [state, channel]);
  return {
    query,
    state,
    shown: isOpen ? shown : null,
    expire,
    putAway() {
      if (shown) putAway.current.add(shown.id);
      setShown(null);
    },
  };
}

export function useQrDeposit(channels: readonly QrChannel[], isActive: boolean) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<string | null>(null);
  const channel = channels.find((item) => item.bankCode === chosen) ?? channels[0] ?? null;
  const code = channel?.bankCode ?? null;
  const words = useDepositWords(channel?.currency);
  const { query, state, shown, expire, putAway } = useShownQr(code, isActive);
  const member = useClientSelector((it) => it.session.current?.username ?? '');
  useEffect(() => {
    if (!state || code === null) return;
    const until = state.hasQrcode ? Date.parse(state.expiresAt ?? '') : Number.NaN;
    if (until > Date.now()) noteOpenQr(member, { channel: code, until });
    else if (openQr(member)?.channel === code) noteOpenQr(member, null);
  }, [state, code, member]);
  const left = useSecondsLeft(shown?.end ?? null);
  const isOver = left === 0 && shown?.ended === null;
  useEffect(() => {
    if (isOver) expire();
  }, [isOver, expire]);
  const line = useDepositLine(isActive ? (shown?.id ?? null) : null);
  const isSurelyGone = useIsSlow(shown?.ended === 'gone', GONE_AFTER_MS);
  const intent = useMoneyIntent('qr');
  const [createQr, creating] = useCreateQrMutation();
  const [cancelQr, cancelling] = useCancelQrMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const other = state?.otherBankCode ?? null;

  // A returning player finds the open QR, whichever channel it belongs to.
  const isFirstLook = chosen === null;
  useEffect(() => {
    if (isFirstLook && other && channels.some(({ bankCode }) => bankCode === other)) {
      setChosen(other);
    }
  }, [isFirstLook, other, channels]);

  const { settle } = intent;
  const shownId = shown?.id;
  useEffect(() => {
    // An order on the screen settles the intent, even when its own answer was lost.
    if (shownId) settle();
  }, [shownId, settle]);

  const refuse = (text: string, cause?: unknown) => {
    setProblem(text);
    toast.error(text, cause);
  };

  const create = async (amount: string) => {
    if (code === null || creating.isLoading) return;
    setProblem(null);
    const key = intent.begin({ bankCode: code, amount });
    try {
      const request = { bankCode: code, qrRequest: { amount }, 'Idempotency-Key': key };
      const made = await createQr(request).unwrap();
      settle();
      if (!made.hasQrcode) {
        return refuse(problemText({ code: made.message ?? 'QR_FAIL', status: 200 }));
      }
      if (other) toast.info(t('qr.replacedOther', { channel: other }));
    } catch (error) {
      settle(error);
      if (!isProblem(error) || !endsSession(error)) refuse(words(error), error);
      query.refetch();
    }
  };

  const cancel = async () => {
    if (!shown || cancelling.isLoading) return;
    try {
      await cancelQr({ bankCode: shown.channel, qrcodeId: shown.id, body: null }).unwrap();
      putAway();
      toast.info(t('qr.cancelled'));
    } catch (error) {
      if (!isProblem(error) || !endsSession(error)) toast.error(words(error), error);
    }
  };

  return {
    channel,
    phase: phaseOf(),
    shown,
    secondsLeft: left ?? 0,
    line,
    /** The channel whose open QR a new one would replace. */
    other,
    problem,
    isCreating: creating.isLoading,
    isCancelling: cancelling.isLoading,
    readError: query.error,
    isReading: query.isFetching,
    readAgain: query.refetch,
    create,
    cancel,
    startOver: putAway,
    forgive: () => setProblem(null),
    choose(bankCode: string) {
      setProblem(null);
      setChosen(bankCode);
    },
  };

  function phaseOf(): QrPhase {
    if (shown) {
      if (line?.status === 'SUCCESS') return 'paid';
      if (left === 0 || shown.ended === 'expired') return 'expired';
      if (shown.ended === 'replaced') return 'replaced';
      return isSurelyGone ? 'gone' : 'open';
    }
    if (state) return 'form';
    return query.error && !query.isFetching ? 'failed' : 'loading';
  }
}

export type QrDeposit = ReturnType<typeof useQrDeposit>;
