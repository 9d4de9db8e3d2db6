import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { keepNotices } from './notices';
import type { Language, Words } from './words';

/** Staff of the demo's configuration. No two stories share one, because a code works once. */
export type StaffName = 'agent' | 'supervisor' | 'supervisor2' | 'auditor';

const demo = readFileSync(new URL('../../gateway/demo.toml', import.meta.url), 'utf8');
const STEP_MS = 30_000;
const LANGUAGE_NAME: Record<Language, string> = { th: 'ไทย', en: 'English' };

export function readStaff(name: StaffName): { password: string; secret: string } {
  const block = demo.split('[[demo_staff]]').find((part) => part.includes(`username = "${name}"`));
  const value = (key: string) => new RegExp(`^${key} = "(.+)"$`, 'm').exec(block ?? '')?.[1];
  const [password, secret] = [value('password'), value('totp_secret')];
  if (!password || !secret) throw new Error(`the demo has no staff ${name}`);
  return { password, secret };
}

function bytesOfBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((it) => letters.indexOf(it).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What the authenticator shows at a time (RFC 6238: SHA-1, 30 s, 6 digits). */
function codeAt(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MS)));
  const hash = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * What to try next. A code works once: another story may have used the present one up, and the next
 * one is taken already, as by somebody whose clock is fast.
 */
export const nextCode = (secret: string, tries: number): string =>
  codeAt(secret, Date.now() + (tries % 2) * STEP_MS);

/** Both codes are used up: another one comes within half a minute. */
export const untilNextTry = (tries: number): Promise<void> => pause(tries < 2 ? 0 : STEP_MS / 6);

/** Fills the log-in in; the sixth digit of the code sends it. */
export async function logInStaff(page: Page, name: StaffName, words: Words): Promise<void> {
  const { password, secret } = readStaff(name);
  await page.getByLabel(words('support.login.username'), { exact: true }).fill(name);
  await page.getByLabel(words('auth.password'), { exact: true }).fill(password);
  const menu = page.getByRole('navigation', { name: words('shell.menu') });
  const refusal = page.getByRole('main').getByRole('alert').first();
  for (let tries = 0; ; tries += 1) {
    await untilNextTry(tries);
    const answer = page.waitForResponse('**/api/support/login');
    await page.getByLabel(words('support.login.code')).fill(nextCode(secret, tries));
    if ((await answer).ok()) break;
    await expect(refusal).toBeVisible();
  }
  await expect(menu).toBeVisible();
}

/** Opens the console in another browser than the player's, in the story's language. */
export async function openConsole(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext();
  await keepNotices(context);
  const page = await context.newPage();
  await page.goto('/support');
  if (language !== 'th') {
    await page.getByRole('button', { name: 'ภาษา', exact: true }).click();
    await page.getByRole('button', { name: LANGUAGE_NAME[language], exact: true }).click();
  }
  return page;
}

/**
 * Confirms a decision where its dialog asks for that: the staff of another story may have the item open,
 * because the console leads from each decision to what waits next.
 */
export async function confirmClaim(dialog: Locator, words: Words): Promise<void> {
  const anyway = dialog.getByLabel(words('support.work.claim.anyway'));
  if (await anyway.isVisible()) await anyway.check();
}
