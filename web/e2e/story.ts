import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { test as base, type TestInfo } from '@playwright/test';
import { keepNotices } from './notices';
import type { Player } from './outside';
import { Portal } from './portal';
import { checkScreen } from './screens';
import { portalOf } from './stack';
import { type Language, type Words, wordsOf } from './words';

/** Whom a story is about, in each language's run. */
interface Cast {
  th: [name: string, lastName: string];
  en: [name: string, lastName: string];
}

interface StoryOptions {
  cast: Cast | null;
  /** What the names of the story's pictures begin with. */
  pictures: string;
  /** What is done at its beginning must be of the same day, week and month at its end. */
  isAboutToday: boolean;
}

interface Story {
  dayStarted: undefined;
  portal: Portal;
  words: Words;
  player: Player;
  check: (screen: string) => Promise<void>;
}

const OF_LANGUAGE = {
  th: { password: 'Mango-Sticky-7', bankCode: 'KBANK' },
  en: { password: 'Mango-Sticky-8', bankCode: 'BBL' },
} as const;

function digestOf(info: TestInfo, more: string): Buffer {
  const { project, titlePath, repeatEachIndex, retry } = info;
  const seed = [project.name, ...titlePath, repeatEachIndex, retry, more].join(' ');
  return createHash('sha256').update(seed).digest();
}

/** Digits that only this run of the story uses; `what` selects one of several numbers. */
export function ownDigits(info: TestInfo, count: number, what: string): string {
  const number = digestOf(info, what).readBigUInt64BE() % 10n ** BigInt(count);
  return String(number).padStart(count, '0');
}

/** A phone that no other story knows. */
export const ownPhone = (info: TestInfo, whose = 'player'): string =>
  `08${ownDigits(info, 8, `phone of the ${whose}`)}`;

/** A bank account that no other story knows. */
export const ownAccountNo = (info: TestInfo, whose = 'player'): string =>
  `2${ownDigits(info, 9, `account of the ${whose}`)}`;

/** Somebody who has never been here. */
function playerOf(info: TestInfo, cast: Cast, language: Language): Player {
  const { password, bankCode } = OF_LANGUAGE[language];
  const [name, lastName] = cast[language];
  return {
    phone: ownPhone(info),
    password,
    name,
    bankCode,
    accountNo: ownAccountNo(info),
    firstName: name.toUpperCase(),
    lastName: lastName.toUpperCase(),
  };
}

/**
 * The address of a story's browsers. Each story has a separate address, as players have, so the
 * hourly limits of an address apply to stories as they do to everybody.
 */
function addressOf(info: TestInfo): string {
  const [a, b, c] = digestOf(info, 'address');
  return `10.${a}.${b}.${c}`;
}

const DAY_MS = 86_400_000;
/** Players live in Bangkok. */
const AHEAD_OF_UTC_MS = 7 * 3_600_000;
/** Longer than a story takes on a slow machine. */
const ENOUGH_MS = 10 * 60_000;

/** Shortly before midnight it waits for the next day. */
async function untilDayIsLong(): Promise<void> {
  const left = DAY_MS - ((Date.now() + AHEAD_OF_UTC_MS) % DAY_MS);
  if (left < ENOUGH_MS) await pause(left + 1_000);
}

/** A test with the portal in the project's language, and a player. */
export const test = base.extend<Story & StoryOptions>({
  baseURL: ({ baseURL }, use, { parallelIndex }) => use(baseURL ?? portalOf(parallelIndex)),
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
  extraHTTPHeaders: ({}, use, info) => use({ 'X-Forwarded-For': addressOf(info) }),
  context: async ({ context }, use) => {
    await keepNotices(context);
    await use(context);
  },
  page: async ({ page }, use) => {
    await use(page);
    // What the page still asks for when the story is over is answered by nobody, and is no fault.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  cast: [null, { option: true }],
  pictures: ['', { option: true }],
  isAboutToday: [false, { option: true }],
  dayStarted: [
    async ({ isAboutToday }, use) => {
      if (isAboutToday) await untilDayIsLong();
      await use(undefined);
    },
    // It may wait longer than a story takes.
    { auto: true, timeout: 0 },
  ],
  portal: async ({ page }, use, info) => {
    const language = info.project.metadata.language as Language;
    await use(new Portal(page, language, wordsOf(language)));
  },
  words: ({ portal }, use) => use(portal.words),
  player: async ({ cast, portal }, use, info) => {
    if (!cast) throw new Error('a story names its player: test.use({ cast })');
    await use(playerOf(info, cast, portal.language));
  },
  check: ({ page, pictures }, use, info) =>
    use((screen) => checkScreen(page, info, `${pictures}${screen}`)),
});
