import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
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
}

/** Registers somebody without the portal's pages. */
export async function joinByCalls(request: APIRequestContext, player: Player): Promise<Member> {
  let token = '';
  const headers = () => ({
    ...MARK,
    'Idempotency-Key': randomUUID(),
    ...(token && { Authorization: `Bearer ${token}` }),
  });
  const call = async (method: string, path: string, more: object = {}): Promise<Body> => {
    const answer = await request.fetch(`/api${path}`, { method, headers: headers(), ...more });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Body;
  };
  const post = (path: string, data: Body = {}) => call('POST', path, { data });

  const sent = await post('/otp/send', { phoneNumber: player.phone });
  const otpCode = await readOneTimeCode(request, player.phone);
  await post('/otp/verify', { otpToken: sent.otpToken, otpCode });
  const holder = `${player.firstName} ${player.lastName}`;
  const made = await post('/account', {
    username: player.phone,
    name: player.name,
    password: player.password,
    sourceCode: 'FRIEND',
    bankCode: player.bankCode,
    bankAccountName: holder,
    bankAccountNo: player.accountNo,
    otpToken: sent.otpToken,
  });
  const session = await post('/login', { username: player.phone, password: player.password });
  token = String(session.token);

  return {
    id: String(made.id),
    player,
    post,
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
        bankAccountName: holder,
        bankAccountNo: accountNo,
        password: player.password,
      };
      await call('PUT', '/account/profile', { data });
    },
  };
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
