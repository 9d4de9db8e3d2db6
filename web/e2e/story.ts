import { createHash } from 'node:crypto';
import { test as base, type TestInfo } from '@playwright/test';
import type { Player } from './outside';
import { Portal } from './portal';
import { checkScreen } from './screens';
import { type Language, type Words, wordsOf } from './words';

/** Whom a story is about, in each language's run. */
interface Cast {
  /** A number of its own, below 45: phone and bank account are new in each story and run. */
  story: number;
  th: [name: string, lastName: string];
  en: [name: string, lastName: string];
}

interface StoryOptions {
  cast: Cast | null;
  /** What the names of the story's pictures begin with. */
  pictures: string;
}

interface Story {
  portal: Portal;
  words: Words;
  player: Player;
  check: (screen: string) => Promise<void>;
}

const OF_LANGUAGE = {
  th: { run: 0, password: 'Mango-Sticky-7', bankCode: 'KBANK', accountNo: '12301020' },
  en: { run: 1, password: 'Mango-Sticky-8', bankCode: 'BBL', accountNo: '23401120' },
} as const;

/** Whoever has never been here. */
function playerOf(cast: Cast, language: Language): Player {
  const { run, password, bankCode, accountNo } = OF_LANGUAGE[language];
  const [name, lastName] = cast[language];
  const own = String(cast.story * 2 + run + 10).padStart(2, '0');
  return {
    phone: `08234567${own}`,
    password,
    name,
    bankCode,
    accountNo: `${accountNo}${own}`,
    firstName: name.toUpperCase(),
    lastName: lastName.toUpperCase(),
  };
}

/**
 * Where a story's browsers stand: each story has an address of its own, as players have, so that
 * what one address may ask for in an hour holds in the stories as it does for everybody.
 */
function addressOf(info: TestInfo): string {
  const digest = createHash('sha256').update(`${info.project.name} ${info.titlePath.join(' ')}`);
  const [a, b, c] = digest.digest();
  return `10.${a}.${b}.${c}`;
}

/** A test with the portal in the project's language, and a player to tell about. */
export const test = base.extend<Story & StoryOptions>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
  extraHTTPHeaders: ({}, use, info) => use({ 'X-Forwarded-For': addressOf(info) }),
  cast: [null, { option: true }],
  pictures: ['', { option: true }],
  portal: async ({ page }, use, info) => {
    const language = info.project.metadata.language as Language;
    await use(new Portal(page, language, wordsOf(language)));
  },
  words: ({ portal }, use) => use(portal.words),
  player: async ({ cast, portal }, use) => {
    if (!cast) throw new Error('a story names its player: test.use({ cast })');
    await use(playerOf(cast, portal.language));
  },
  check: ({ page, pictures }, use, info) =>
    use((screen) => checkScreen(page, info, `${pictures}${screen}`)),
});
