import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { logIn } from './calls';
import { type DepositAccount, type Player, payAndTakeSlip, readOneTimeCode } from './outside';
import { sandboxUrl } from './stack';

/** What players bring to staff's desk, by the calls that the portal makes. */

const MARK = { 'X-Requested-With': 'wallet-web' };
const sandbox = sandboxUrl();

type Body = Record<string, unknown>;

export interface Member {
  id: string;
  player: Player;
  post: (path: string, data?: Body) => Promise<Body>;
  /** Pays at the bank and hands the slip in; `change`: what the bank knows otherwise. Answers how the bank names the payment. */
  handIn: (amount: string, change?: Partial<Player>) => Promise<string>;
  /** Another bank account: what is withdrawn from now on is held. */
  changeBank: (accountNo: string) => Promise<void>;
  /** Waits until the statement has so many lines that have ended well. */
  settled: (count: number) => Promise<void>;
}

type Call = (method: string, path: string, more?: object) => Promise<Body>;

function callerOf(request: APIRequestContext, token = ''): Call {
  return async (method, path, more = {}) => {
    const headers = {
      ...MARK,
      'Idempotency-Key': randomUUID(),
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await request.fetch(`/api${path}`, { method, headers, ...more });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Body;
  };
}

const holderOf = ({ firstName, lastName }: Player): string => `${firstName} ${lastName}`;

function memberOf(request: APIRequestContext, player: Player, id: string, token: string): Member {
  const call = callerOf(request, token);
  return {
    id,
    player,
    post: (path, data = {}) => call('POST', path, { data }),
    async handIn(amount, change = {}) {
      const lookup = (await call('GET', '/lookup/deposit')) as {
        banks: { bankCode: string; bankAccountName: string; bankAccountNo: string }[];
      };
      const [bank] = lookup.banks;
      if (!bank) throw new Error('there is no deposit account');
      const { bankCode, bankAccountNo: accountNo, bankAccountName: name } = bank;
      const to: DepositAccount = { bankCode, accountNo, name };
      const slip = await payAndTakeSlip(request, { ...player, ...change }, to, amount);
      const file = { name: 'slip.png', mimeType: 'image/png', buffer: slip.picture };
      await call('POST', '/wallet/slip', { multipart: { slip: file } });
      return slip.reference;
    },
    async changeBank(accountNo) {
      const data = {
        name: player.name,
        bankCode: player.bankCode,
        bankAccountName: holderOf(player),
        bankAccountNo: accountNo,
        password: player.password,
      };
      await call('PUT', '/account/profile', { data });
    },
    async settled(count) {
      await expect
        .poll(async () => successesIn(await call('POST', '/statement', LINES)))
        .toBe(count);
    },
  };
}

const LINES = { data: { page: 1, limit: 100 } };

function successesIn(answer: Body): number {
  const { statements } = answer as { statements: { status: string }[] };
  return statements.filter(({ status }) => status === 'SUCCESS').length;
}

/** Registers somebody without the portal's pages. */
export async function joinByCalls(request: APIRequestContext, player: Player): Promise<Member> {
  const call = callerOf(request);
  const post = (path: string, data: Body) => call('POST', path, { data });
  const sent = await post('/otp/send', { phoneNumber: player.phone });
  const otpCode = await readOneTimeCode(request, player.phone);
  await post('/otp/verify', { otpToken: sent.otpToken, otpCode });
  const made = await post('/account', {
    username: player.phone,
    name: player.name,
    password: player.password,
    sourceCode: 'FRIEND',
    bankCode: player.bankCode,
    bankAccountName: holderOf(player),
    bankAccountNo: player.accountNo,
    otpToken: sent.otpToken,
  });
  const session = await post('/login', { username: player.phone, password: player.password });
  return memberOf(request, player, String(made.id), String(session.token));
}

/** The calls of a member who is at the portal as well. */
export async function memberByCalls(
  request: APIRequestContext,
  player: Player,
  id: string,
): Promise<Member> {
  const { token } = await logIn(request, player);
  return memberOf(request, player, id, token);
}

/** Makes something outside fail from now on, until `repairOutside`. */
export async function breakOutside(
  request: APIRequestContext,
  target: string,
  kind: string,
): Promise<void> {
  const set = await request.post(`${sandbox}/__sandbox/faults`, { data: { target, kind } });
  expect(set.ok(), await set.text()).toBe(true);
}

export async function repairOutside(request: APIRequestContext, target: string): Promise<void> {
  const path = `${sandbox}/__sandbox/faults?target=${encodeURIComponent(target)}`;
  expect((await request.delete(path)).ok()).toBe(true);
}

/** Changes a record of the world outside without a trace, as a provider in the wrong would. */
export async function tamperOutside(request: APIRequestContext, change: Body): Promise<void> {
  const changed = await request.post(`${sandbox}/__sandbox/tamper`, { data: change });
  expect(changed.ok(), await changed.text()).toBe(true);
}
