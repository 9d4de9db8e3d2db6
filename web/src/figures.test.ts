// @vitest-environment jsdom
/** The figures of the product, row by row of the specification's table, read where each one lives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_MS as LINE_CHECK_MS, RECONNECT_DELAY_MS } from './api/transport/line';
import { ANSWER_WAIT_MS_MAX } from './api/transport/problem';
import { UPLOAD_WAIT_MS_MAX } from './api/transport/upload';
import { SHELL_DELAY_MS } from './app/DialogHost';
import { createAppStore } from './app/store';
import {
  CHECK_MS as CHAT_CHECK_MS,
  PAGE_SIZE as CHAT_PAGE_SIZE,
  READ_DELAY_MS,
  SEND_DELAY_MS,
} from './chat/conversation';
import { SHOWN_MS as CHAT_ALERT_MS } from './chat/useAlert';
import { END_TOLERANCE_PX } from './chat/useScroll';
import { AGREEMENT_DELAY_MS } from './client/agreement';
import { formatAccountNo, isPhone } from './client/phone';
import { selectLocale } from './client/preferences';
import { PAGE_SIZE as INVITE_PAGE_SIZE } from './features/invite/InviteDialog';
import { PAGE_SIZE as REFUND_PAGE_SIZE } from './features/refund/RefundHistory';
import { LAO_CURRENCIES, loadDraft } from './features/register/draft';
import { TO_HOME_MS } from './features/register/Registered';
import { PAGE_SIZE as STATEMENT_PAGE_SIZE } from './features/statement/statementQuery';
import { TRANSFER_MIN } from './features/transfer/transferForm';
import { PAGE_SIZE as COUPON_PAGE_SIZE } from './features/wheel/Coupons';
import { FRICTION, planTurn } from './features/wheel/turn';
import { SHARE_OF_WINDOW_MAX, SIZE_MAX } from './features/wheel/WheelCanvas';
import { ENGLISH_NAME_BANKS } from './intl/englishName';
import { LOCALES } from './intl/locale';
import { formatMoment, relativeTo } from './intl/moment';
import { AMOUNT_MIN, formatAmount } from './intl/money';
import { pageLinks } from './ui/display/Pager';
import { SHOWN_MS as TOAST_MS } from './ui/feedback/ToastHost';
import { signOf } from './ui/statement/line';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The table of a configuration that begins with this head and has this line. */
function table(toml: string, head: string, line = ''): string {
  const found = toml
    .split(/^(?=\[)/m)
    .find((part) => part.startsWith(`${head}\n`) && part.includes(line));
  if (!found) throw new Error(`there is no ${head} with ${line}`);
  return found;
}

/** The figures of one of its keys, without what is commented out. */
function figures(part: string, key: string): number[] {
  const value = new RegExp(`^${key} = (.+)`, 'm').exec(part)?.[1];
  if (value === undefined) throw new Error(`there is no ${key}`);
  return [...value.matchAll(/\d+(?:\.\d+)?/g)].map(Number);
}

const CONFIGS = {
  demo: textOf('gateway/demo.toml'),
  production: textOf('gateway/production.toml'),
};
const EACH = Object.entries(CONFIGS);
const psp = (toml: string, code: string) => table(toml, '[[psp]]', `bank_code = "${code}"`);

/** A figure of the gateway's code. */
const rust = (path: string, pattern: RegExp) =>
  Number(pattern.exec(textOf(path))?.[1]?.replaceAll('_', ''));

describe('a figure of the specification', () => {
  it('Request timeout', () => {
    expect(ANSWER_WAIT_MS_MAX).toBe(60_000);
    expect(UPLOAD_WAIT_MS_MAX).toBe(300_000);
  });

  it('Registration redirect delay', () => expect(TO_HOME_MS).toBe(2_000));

  it('Toast duration', () => expect(TOAST_MS).toBe(4_000));

  it('Phone length', () => {
    expect(['081234567', '0812345678', '08123456789'].map((it) => isPhone(it))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('Default currency', () => {
    expect(LAO_CURRENCIES).toEqual(['LAK', 'BAHT']);
    expect(loadDraft().currency).toBe('LAK');
  });

  it('English-only account name banks', () => {
    expect([...ENGLISH_NAME_BANKS].sort()).toEqual(['BBL', 'KTB', 'TMB']);
    for (const [, toml] of EACH) {
      const banks = toml.split(/^(?=\[)/m).filter((part) => /^\[\[bank\]\]/.test(part));
      const english = banks.filter((bank) => /^english_name_only = true/m.test(bank));
      const codes = english.map((bank) => /^code = "(\w+)"/m.exec(bank)?.[1]);
      expect(codes.sort()).toEqual(['BBL', 'KTB', 'TMB']);
    }
  });

  it('Transfer minimum', () => {
    expect(TRANSFER_MIN).toBe('1');
    expect(AMOUNT_MIN).toBe('1');
  });

  it.each(EACH)('KBANK QR quick amounts (%s)', (_, toml) => {
    expect(figures(psp(toml, 'KBANK'), 'quick_amounts')).toEqual([10, 20, 50, 100, 500, 1000]);
  });

  it.each(['WW', 'ZAPMAN'])('WW and ZAPMAN quick amounts (%s)', (code) => {
    const service = psp(CONFIGS.demo, code);
    expect(figures(service, 'quick_amounts')).toEqual([100, 200, 300, 500, 1000]);
    expect(figures(service, 'minimum')).toEqual([100]);
  });

  it.each(EACH)('Gift-link minimum (%s)', (_, toml) => {
    expect(figures(table(toml, '[gift]'), 'minimum')).toEqual([2]);
  });

  it('Deposit crediting', () => {
    const { 'deposit.creditTime': text } = JSON.parse(textOf('web/src/intl/messages/en.json'));
    expect(text).toBe('Credited within about 1 minute');
  });

  it.each(EACH)('Slip upload window (%s)', (_, toml) => {
    expect(figures(table(toml, '[slip]'), 'window_minutes')).toEqual([60]);
  });

  it.each(EACH)('QR validity (%s)', (_, toml) => {
    expect(figures(psp(toml, 'KBANK'), 'expire_minutes')).toHaveLength(1);
  });

  it('Invite and refund list page size', () => {
    expect(INVITE_PAGE_SIZE).toBe(10);
    expect(REFUND_PAGE_SIZE).toBe(10);
  });

  it('Coupon table page size', () => expect(COUPON_PAGE_SIZE).toBe(3));

  it('Statement and slip page size', () => {
    expect(STATEMENT_PAGE_SIZE).toBe(10);
    expect(pageLinks(10, 20)).toEqual([7, 8, 9, 10, 11]);
  });

  it('Agreement modal delay', () => expect(AGREEMENT_DELAY_MS).toBe(1_500));

  it('Action delay behind loading overlay', () => expect(SHELL_DELAY_MS).toBe(200));

  it('Spin wheel canvas', () => {
    expect(SIZE_MAX).toBe(350);
    expect(SHARE_OF_WINDOW_MAX).toBe(0.85);
    expect(FRICTION).toBe(0.991);
    const turns = [0, 0.999_999].map((chance) =>
      planTurn({ from: 0, slice: 0, slices: 8, random: () => chance }),
    );
    for (const { seconds, distance } of turns) {
      expect(seconds).toBeGreaterThanOrEqual(4);
      expect(seconds).toBeLessThanOrEqual(5);
      expect([2, 3]).toContain(Math.floor(distance));
    }
  });

  it('Chat', () => {
    expect(CHAT_PAGE_SIZE).toBe(10);
    expect(CHAT_CHECK_MS).toBe(5_000);
    expect(LINE_CHECK_MS).toBe(5_000);
    expect(READ_DELAY_MS).toBe(1_000);
    expect(CHAT_ALERT_MS).toBe(4_000);
    expect(END_TOLERANCE_PX).toBe(60);
    expect(SEND_DELAY_MS).toBe(500);
    const chat = 'gateway/platform/src/config/chat.rs';
    const megabytes = (name: string) =>
      rust(chat, new RegExp(`fn ${name}\\(\\) -> \\w+ \\{\\s+(\\d+) \\* 1024 \\* 1024\\s`));
    expect(rust('gateway/chat/src/content.rs', /const TEXT_MAX: usize = ([\d_]+);/)).toBe(2_000);
    expect(megabytes('image_bytes')).toBe(10);
    expect(megabytes('video_bytes')).toBe(20);
  });

  it('Chat socket', () => expect(RECONNECT_DELAY_MS).toBe(500));

  it('Locales', () => {
    expect(LOCALES).toEqual(['th', 'la', 'en']);
    expect(selectLocale(createAppStore().getState())).toBe('th');
  });

  it('Number format', () => expect(formatAmount('1234.5', 'THB')).toBe('1,234.50'));

  it('Date format', () => {
    expect(formatMoment('2026-11-21T10:00:00Z')).toBe('21/11/2026 17:00:00');
    const ago = (seconds: number) =>
      relativeTo(new Date(-seconds * 1000).toISOString(), 0)
        .id.split('.')
        .at(-1);
    expect([31_536_000, 31_535_999, 2_592_000, 2_591_999, 59].map(ago)).toEqual([
      'year',
      'month',
      'month',
      'day',
      'second',
    ]);
  });

  it('Account number grouping', () => {
    expect(formatAccountNo('1234567890')).toBe('123-456-7890');
    expect(formatAccountNo('12345678901')).toBe('12345678901');
  });

  it.each([
    ['deposit', 'in', 'in'],
    ['bonus', 'in', 'in'],
    ['withdraw', 'out', 'out'],
    ['transfer', 'in', 'none'],
    ['finish_bonus', 'out', 'none'],
  ] as const)('Statement sign (%s)', (statementType, direction, sign) => {
    expect(signOf({ statementType, direction } as Parameters<typeof signOf>[0])).toBe(sign);
  });

  it('App version', () => {
    expect(JSON.parse(textOf('web/package.json')).version).toBe('1.1.14');
    expect(/^version = "(.+)"/m.exec(textOf('Cargo.toml'))?.[1]).toBe('1.1.14');
  });
});
