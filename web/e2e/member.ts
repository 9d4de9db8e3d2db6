import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { type Player, readOneTimeCode } from './outside';
import { test as base } from './story';

/**
 * Members for stories that are about something else than the wizard: made and signed in by the
 * same calls that the portal makes.
 */
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

/** Makes a member; answers the id. */
export async function register(request: APIRequestContext, player: Player): Promise<string> {
  const phone = { phoneNumber: player.phone };
  const { otpToken } = await send<{ otpToken: string }>(request, '/api/otp/send', phone);
  const otpCode = await readOneTimeCode(request, player.phone);
  await send(request, '/api/otp/verify', { otpToken, otpCode });
  const account = {
    name: player.name,
    username: player.phone,
    password: player.password,
    sourceCode: 'FRIEND',
    bankCode: player.bankCode,
    bankAccountName: `${player.firstName} ${player.lastName}`,
    bankAccountNo: player.accountNo,
    otpToken,
  };
  const key = { 'Idempotency-Key': randomUUID() };
  return (await send<{ id: string }>(request, '/api/account', account, key)).id;
}

/** What the portal keeps of a log-in. */
interface StoredSession {
  token: string;
  expiresAt: string | null;
  username: string;
}

export async function logIn(request: APIRequestContext, player: Player): Promise<StoredSession> {
  const { phone: username, password } = player;
  const data = { username, password, remember: true };
  const { token, expiresAt } = await send<StoredSession>(request, '/api/login', data);
  return { token, expiresAt, username };
}

interface Entrance {
  /** The page to begin on, home unless told. */
  at?: string;
  /** Whether the page fetches what may be wanted next. */
  fetchesAhead?: boolean;
  /** Whether the terms have been accepted on this device. */
  hasAgreed?: boolean;
}

interface Member {
  /** The story's player, registered when a story first asks for it; the answer is the id. */
  member: string;
  /** Comes in without the log-in form, remembered, in the story's language. */
  home: (entrance?: Entrance) => Promise<void>;
}

/** A story's test with a member who is ready to come in. */
export const test = base.extend<Member>({
  member: ({ request, player }, use) => register(request, player).then(use),
  home: async ({ page, context, request, portal, player }, use) => {
    await use(async ({ at = '/user/home', fetchesAhead = false, hasAgreed = true } = {}) => {
      await context.addInitScript((saveData) => {
        Object.defineProperty(navigator, 'connection', { value: { saveData } });
      }, !fetchesAhead);
      const session = await logIn(request, player);
      await page.goto('/icon.svg');
      await page.evaluate(
        (kept) => {
          for (const [name, value] of Object.entries(kept)) {
            localStorage.setItem(`wallet.${name}`, JSON.stringify(value));
          }
        },
        { locale: portal.language, session, ...(hasAgreed && { agreement: true }) },
      );
      await page.goto(at);
      const isHome = at === '/user/home';
      await expect(isHome ? portal.balances() : portal.button('nav.logout')).toBeVisible();
    });
  },
});
