/**
 * One key for one intent. The key is made when the player reaches the confirm step and is kept
 * until the server has definitely answered, also across a reload: pressing again, a lost answer or
 * a second tab can then never move the money twice.
 */
import { useCallback, useMemo, useState } from 'react';
import { useClientSelector } from '../../client/hooks';
import { randomHex } from '../../client/randomHex';
import { readJson, removeKey, writeJson } from '../../client/storage';
import { isDefinite, isProblem } from '../transport/problem';

export interface MoneyIntent {
  key: string;
  /** The request as text: another request is another intent. */
  fingerprint: string;
  startedAt: string;
}

export const idempotencyKey = randomHex;

function isMoneyIntent(value: unknown): value is MoneyIntent {
  const candidate = value as Partial<MoneyIntent> | null;
  return (
    typeof candidate?.key === 'string' &&
    typeof candidate.fingerprint === 'string' &&
    typeof candidate.startedAt === 'string'
  );
}

/** The body in one spelling: keys sorted, so that their order does not make a new intent. */
export function fingerprintOf(body: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(body).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function storageKey(member: string, kind: string): string {
  return `wallet.intent.${member}.${kind}`;
}

export function readIntent(member: string, kind: string): MoneyIntent | null {
  return readJson('session', storageKey(member, kind), isMoneyIntent);
}

/**
 * The open intent if the request is the same one, otherwise a new intent. The device stores the
 * body unchanged, so it must contain no password and no PIN (see `for_command` in
 * `platform/extract.rs`).
 */
export function beginIntent(
  member: string,
  kind: string,
  body: Record<string, unknown>,
): MoneyIntent {
  const fingerprint = fingerprintOf(body);
  const open = readIntent(member, kind);
  if (open?.fingerprint === fingerprint) return open;
  const intent = { key: idempotencyKey(), fingerprint, startedAt: new Date().toISOString() };
  writeJson('session', storageKey(member, kind), intent);
  return intent;
}

export function settleIntent(member: string, kind: string): void {
  removeKey('session', storageKey(member, kind));
}

/**
 * `begin(body)` at the confirm step, pass `key` with the command, then `settle(error)` with what
 * came back (`undefined` for success). `settle` answers whether the intent has ended; `false`
 * means "still processing – see the statement", and the next press repeats the same key.
 */
export function useMoneyIntent(kind: string) {
  const member = useClientSelector((state) => state.session.current?.username ?? 'guest');
  const [intent, setIntent] = useState<MoneyIntent | null>(() => readIntent(member, kind));

  const begin = useCallback(
    (body: Record<string, unknown>) => {
      const started = beginIntent(member, kind, body);
      setIntent(started);
      return started.key;
    },
    [member, kind],
  );

  const settle = useCallback(
    (error?: unknown) => {
      if (error !== undefined && !(isProblem(error) && isDefinite(error))) return false;
      settleIntent(member, kind);
      setIntent(null);
      return true;
    },
    [member, kind],
  );

  /** Whether a question about it repeats its key; otherwise it would be a new intent. */
  const isOpen = useCallback(() => readIntent(member, kind) !== null, [member, kind]);

  return useMemo(() => ({ intent, begin, settle, isOpen }), [intent, begin, settle, isOpen]);
}
