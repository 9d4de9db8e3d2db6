import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Locale } from '../src/client/preferences';
import { deviceOf, logIn } from './calls';
import { type Player, payQr } from './outside';
import { joinByCalls } from './support-world';

/** Somebody who has done a little of everything, so that no screen is empty. */
const PLAYER: Player = {
  phone: '0834512121',
  password: 'Mango-Sticky-9',
  name: 'Kanya',
  bankCode: 'SCB',
  accountNo: '3451212100',
  firstName: 'KANYA',
  lastName: 'SRISAWAT',
};
const { phone: username, password } = PLAYER;

const MARK = { 'X-Requested-With': 'wallet-web' };

async function live(request: APIRequestContext): Promise<void> {
  const call = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const headers = { ...MARK, Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
    const answer = await request.fetch(`/api${path}`, { method, headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  const balance = async () => ((await call('GET', '/wallet')).wallet as { amount: string }).amount;

  const member = await joinByCalls(request, PLAYER);
  const { token } = await logIn(request, PLAYER);
  const qr = await call('POST', '/qrcode/KBANK', { amount: '12345.50' });
  await payQr(request, String(qr.payload));
  // The bank may take a moment longer. The credit may be a few satang higher: the odd satang
  // distinguish payers.
  await expect.poll(balance).not.toBe('0.00');
  await member.handIn('500.00');
  await call('POST', '/wallet/add', { amount: '250.00' });
  await call('POST', '/wallet/activate/pg');
  await call('POST', '/wallet/transfer', { from: 'WALLET', to: 'pg', amount: '1500.00' });
  await call('POST', '/wallet/transfer', { from: 'pg', to: 'WALLET', amount: '300.00' });
  await call('POST', '/wallet/withdraw', { amount: '200.00' });
  for (let spins = 0; spins < 6; spins += 1) await call('POST', '/spinwheel/spin', {});
}

/** Logs in as the member. The first story to call this creates the member. */
export async function comeIn(
  page: Page,
  request: APIRequestContext,
  locale: Locale,
): Promise<void> {
  const headers = { ...MARK, 'X-Device-Id': deviceOf(PLAYER) };
  const known = await request.post('/api/login', { headers, data: { username, password } });
  if (!known.ok()) await live(request);
  await page.goto('/mark.svg');
  await remember(page, {
    locale,
    agreement: true,
    device: deviceOf(PLAYER),
    session: await logIn(request, PLAYER),
    // Other devices have logged in before; later than any id.
    [`noticeSeen.${username}`]: 'z',
  });
}

/** Stores these on the device from now on. The page must be one of the portal's. */
export async function remember(page: Page, values: Record<string, unknown>): Promise<void> {
  await page.evaluate((entries) => {
    for (const [name, value] of entries) {
      localStorage.setItem(`wallet.${name}`, JSON.stringify(value));
    }
  }, Object.entries(values));
}
