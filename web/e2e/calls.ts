import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { type Player, readOneTimeCode } from './outside';

/** Registering and logging in by the same calls that the portal makes. */
const HEADERS = { 'X-Requested-With': 'wallet-web' };

async function send<Answer>(
  request: APIRequestContext,
  address: string,
  data: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await request.post(address, { headers: { ...HEADERS, ...headers }, data });
  expect(answer.ok(), `${address}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

/** The name of the player's device, as the portal keeps it in the browser. */
export const deviceOf = ({ phone }: Player): string => phone.padStart(32, '0');

/** Registers a member, optionally with a friend's invite code. Returns the id. */
export async function register(
  request: APIRequestContext,
  player: Player,
  inviteCode?: string,
): Promise<string> {
  const phone = { phoneNumber: player.phone };
  const { otpToken } = await send<{ otpToken: string }>(request, '/api/otp/send', phone);
  const otpCode = await readOneTimeCode(request, player.phone);
  await send(request, '/api/otp/verify', { otpToken, otpCode });
  const account = {
    name: player.name,
    username: player.phone,
    password: player.password,
    sourceCode: 'FRIEND',
    inviteCode,
    bankCode: player.bankCode,
    bankAccountName: `${player.firstName} ${player.lastName}`,
    bankAccountNo: player.accountNo,
    otpToken,
  };
  const headers = { 'Idempotency-Key': randomUUID(), 'X-Device-Id': deviceOf(player) };
  return (await send<{ id: string }>(request, '/api/account', account, headers)).id;
}

/** What the portal stores of a log-in. */
export interface StoredSession {
  token: string;
  expiresAt: string | null;
  username: string;
}

export async function logIn(request: APIRequestContext, player: Player): Promise<StoredSession> {
  const { phone: username, password } = player;
  const data = { username, password, remember: true };
  const headers = { 'X-Device-Id': deviceOf(player) };
  const { token, expiresAt } = await send<StoredSession>(request, '/api/login', data, headers);
  return { token, expiresAt, username };
}
