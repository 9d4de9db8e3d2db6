import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { sandboxUrl } from './stack';
import { until } from './until';

/**
 * What happens outside of the portal: the bank's app, the phone's inbox. The sandbox's pages do
 * the same by the same JSON calls.
 */
const sandbox = sandboxUrl();

export interface Player {
  phone: string;
  password: string;
  name: string;
  bankCode: string;
  accountNo: string;
  firstName: string;
  lastName: string;
}

export interface DepositAccount {
  bankCode: string;
  accountNo: string;
  name: string;
}

/** The newest one-time code in the phone's inbox. */
export async function readOneTimeCode(request: APIRequestContext, phone: string): Promise<string> {
  return until(async () => {
    const inbox = await request.get(`${sandbox}/sms/messages?phone=${phone}`);
    expect(inbox.ok()).toBe(true);
    const { messages } = (await inbox.json()) as { messages: { message: string }[] };
    return messages[0]?.message.match(/\b\d{6}\b/)?.[0];
  });
}

/** Pays at the bank and brings home the slip: a picture with its QR. */
export async function payAndTakeSlip(
  request: APIRequestContext,
  player: Player,
  to: DepositAccount,
  amount: string,
): Promise<{ reference: string; picture: Buffer }> {
  const payment = await request.post(`${sandbox}/bank/payments`, {
    data: {
      fromBank: player.bankCode,
      fromAccountNo: player.accountNo,
      fromName: `${player.firstName} ${player.lastName}`,
      toBank: to.bankCode,
      toAccountNo: to.accountNo,
      toName: to.name,
      amount,
    },
  });
  expect(payment.status(), await payment.text()).toBe(201);
  const { transRef, slipUrl } = (await payment.json()) as { transRef: string; slipUrl: string };
  const slip = await request.get(new URL(slipUrl, sandbox).href);
  expect(slip.ok()).toBe(true);
  return { reference: transRef, picture: await slip.body() };
}

/** What the bank has paid out to an account, newest first; for checks only. */
export async function sandboxTotals(request: APIRequestContext): Promise<unknown> {
  const totals = await request.get(`${sandbox}/__sandbox/totals`);
  expect(totals.ok()).toBe(true);
  return totals.json();
}

/** Reads the code off a picture of the screen, as the camera of a banking app does. */
export async function scanQr(
  request: APIRequestContext,
  picture: Buffer,
): Promise<{ payload: string; amount: string; receiver: string }> {
  const bill = await request.post(`${sandbox}/psp/pictures`, {
    headers: { 'Content-Type': 'application/octet-stream' },
    data: picture,
  });
  expect(bill.ok(), await bill.text()).toBe(true);
  return (await bill.json()) as { payload: string; amount: string; receiver: string };
}

/** Pays what a QR code says. */
export async function payQr(request: APIRequestContext, payload: string): Promise<void> {
  const payment = await request.post(`${sandbox}/psp/payments`, { data: { payload } });
  expect(payment.ok(), await payment.text()).toBe(true);
}

/** Makes a gift at the mobile wallet and brings home its link. */
export async function makeGift(request: APIRequestContext, amount: string): Promise<string> {
  const gift = await request.post(`${sandbox}/truemoney/vouchers`, { data: { amount } });
  expect(gift.ok(), await gift.text()).toBe(true);
  return ((await gift.json()) as { link: string }).link;
}

interface Round {
  stake: string;
  /** What comes back; `0.00` loses. */
  win: string;
  /** RFC 3339: the round counts as played then. */
  at?: string;
}

/** Plays a round at a provider, without its page. */
export async function playRound(
  request: APIRequestContext,
  provider: string,
  username: string,
  round: Round,
): Promise<void> {
  const path = `${sandbox}/__sandbox/players/${provider}/${username}/play`;
  const played = await request.post(path, { data: round });
  expect(played.ok(), await played.text()).toBe(true);
}
