import { useCallback, useEffect, useRef, useState } from 'react';
import { idempotencyKey } from '../../../api/command/moneyIntent';
import { useAskAgain } from '../../../api/command/useAskAgain';
import { endsSession, isDefinite, isProblem, wasNotSent } from '../../../api/transport/problem';
import type { SlipAnswer } from '../../../api/types';
import { useUploadSlipMutation } from '../../../api/walletApi';
import { readSlipFile, type SlipFileFault } from './slipFile';

export type SlipPhase = 'choose' | 'preview' | 'sending' | 'sent' | 'unknown';

interface SlipState {
  phase: SlipPhase;
  file: File | null;
  fault: SlipFileFault | null;
  /** A chosen file is being read and made smaller. */
  isReading: boolean;
  /** Why the server refused the upload itself. */
  problem: unknown;
  /** 0 to 1. */
  share: number;
  answer: SlipAnswer | null;
  /** The player stopped it before it was sent completely, so the server has nothing. */
  isCancelled: boolean;
}

const START: SlipState = {
  phase: 'choose',
  file: null,
  fault: null,
  isReading: false,
  problem: null,
  share: 0,
  answer: null,
  isCancelled: false,
};

const NOT_TAKEN = new Set(['SLIP_UPLOAD_FAIL', 'SLIP_CLOSED']);

/**
 * Whether it is certain that the server did not take the slip; a lost answer says nothing. It gives
 * up on an incomplete upload when this device does, so either of the two may come first.
 */
function wasNotTaken(error: unknown, sentShare: number): boolean {
  if (!isProblem(error)) return false;
  if (wasNotSent(error)) return true;
  if (error.status === 408 || (error.code === 'TIMEOUT' && sentShare < 1)) return true;
  return isDefinite(error) || error.status === 429 || NOT_TAKEN.has(error.code);
}

/** One slip from the choice of a file to the server's answer. One key for each chosen file. */
export function useSlipUpload() {
  const [state, setState] = useState(START);
  const [uploadSlip] = useUploadSlipMutation();
  const key = useRef<string | null>(null);
  const isFlying = useRef(false);
  const picked = useRef(0);
  const flight = useRef<AbortController | null>(null);
  const sentShare = useRef(0);

  const pick = useCallback(async (file: File | null) => {
    if (!file || isFlying.current) return;
    picked.current += 1;
    const turn = picked.current;
    setState((old) => ({ ...old, isReading: true }));
    // Once for each choice: a repeat sends the same bytes with the same key.
    const read = await readSlipFile(file).catch(() => 'notPicture' as const);
    // If the player has chosen again meanwhile, the second choice counts.
    if (turn !== picked.current || isFlying.current) return;
    key.current = null;
    setState(
      typeof read === 'string'
        ? { ...START, fault: read }
        : { ...START, phase: 'preview', file: read },
    );
  }, []);

  const send = useCallback(async () => {
    if (!state.file || isFlying.current) return;
    isFlying.current = true;
    key.current ??= idempotencyKey();
    flight.current = new AbortController();
    sentShare.current = 0;
    setState((old) => ({ ...old, phase: 'sending', share: 0, problem: null, isCancelled: false }));
    const answer = await uploadSlip({
      file: state.file,
      idempotencyKey: key.current,
      signal: flight.current.signal,
      onProgress: (share) => {
        sentShare.current = share;
        setState((old) => ({ ...old, share }));
      },
    });
    flight.current = null;
    isFlying.current = false;
    const { data, error } = answer;
    if (data) return setState((old) => ({ ...old, phase: 'sent', answer: data }));
    if (isProblem(error) && endsSession(error)) {
      return setState((old) => ({ ...old, phase: 'preview' }));
    }
    // An incomplete upload is no slip. The key stays: the same picture is the same intent.
    if (isProblem(error) && error.code === 'ABORTED' && sentShare.current < 1) {
      return setState((old) => ({ ...old, phase: 'preview', isCancelled: true }));
    }
    if (isProblem(error) && isDefinite(error)) key.current = null;
    return setState((old) =>
      wasNotTaken(error, sentShare.current)
        ? { ...old, phase: 'preview', problem: error }
        : { ...old, phase: 'unknown' },
    );
  }, [state.file, uploadSlip]);

  useAskAgain(state.phase === 'unknown', () => void (key.current && send()));

  const startOver = useCallback(() => {
    if (isFlying.current) return;
    key.current = null;
    setState(START);
  }, []);

  const cancel = useCallback(() => {
    // Once everything is sent the server may have it: then only its answer counts.
    if (sentShare.current < 1) flight.current?.abort();
  }, []);

  return { ...state, pick, send, cancel, startOver };
}

/** An object URL of a local file; revoked when it is no longer shown. */
export function usePreviewAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
}
