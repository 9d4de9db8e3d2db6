import { expect } from '@playwright/test';
import { deviceOf, logIn, register } from './calls';
import { Purse } from './purse';
import { test as base } from './story';

/**
 * Members for stories that are about something else than the wizard: made, paid in for and signed
 * in by the same calls that the portal makes.
 */
interface Entrance {
  /** The page to begin on; home by default. */
  at?: string;
  /** Whether the page fetches what may be wanted next. */
  fetchesAhead?: boolean;
  /** Whether the terms have been accepted on this device. */
  hasAgreed?: boolean;
}

/** What a member has when the story begins. */
interface Start {
  /** In the wallet, paid in by QR. */
  amount?: string;
  /** The provider at whom there is a game account. */
  game?: string;
}

interface MemberOptions {
  start: Start;
}

interface Member {
  /** The story's player, registered; the answer is the id. */
  member: string;
  /** Comes in without the log-in form, remembered, in the story's language. */
  home: (entrance?: Entrance) => Promise<void>;
}

/** A story's test with a member who is ready to come in. */
export const test = base.extend<Member & MemberOptions>({
  start: [{}, { option: true }],
  member: async ({ request, player, start: { amount, game } }, use) => {
    const id = await register(request, player);
    if (amount || game) {
      const purse = await Purse.of(request, player);
      if (amount) await purse.payIn(amount);
      if (amount) await purse.settled(1);
      if (game) await purse.openGame(game);
    }
    await use(id);
  },
  home: async ({ page, context, request, portal, player, member }, use) => {
    expect(member).not.toBe('');
    await use(async ({ at = '/user/home', fetchesAhead = false, hasAgreed = true } = {}) => {
      await context.addInitScript((saveData) => {
        Object.defineProperty(navigator, 'connection', { value: { saveData } });
      }, !fetchesAhead);
      const session = await logIn(request, player);
      await page.goto('/mark.svg');
      await page.evaluate(
        (kept) => {
          for (const [name, value] of Object.entries(kept)) {
            localStorage.setItem(`wallet.${name}`, JSON.stringify(value));
          }
        },
        {
          locale: portal.language,
          session,
          device: deviceOf(player),
          ...(hasAgreed && { agreement: true }),
        },
      );
      await page.goto(at);
      const isHome = at === '/user/home';
      await expect(isHome ? portal.balances() : portal.button('nav.logout')).toBeVisible();
    });
  },
});
