import { describe, expect, it } from 'vitest';
import {
  addable,
  fieldsOf,
  isNameOfFile,
  isOfFile,
  type JsonTable,
  keyOf,
  moved,
  nameOfTable,
  withoutSwitches,
  withSwitches,
  withValue,
} from './document';
import { isTime, utcOf } from './times';

const GAMES: JsonTable & { provider: JsonTable[] } = {
  provider: [
    { code: 'pg', is_offered: true },
    { code: 'imi', maintenance: false },
  ],
};

describe('a document of settings', () => {
  it('names a value as the server does', () => {
    expect(keyOf(['provider', 0, 'maintenance'])).toBe('provider[0].maintenance');
    expect(keyOf(['slip', 'closed_from'])).toBe('slip.closed_from');
  });

  it('is another one after an edit, and the old one is as it was', () => {
    const next = withValue(GAMES, ['provider', 1, 'maintenance'], true);
    expect(next).toEqual({ provider: [GAMES.provider[0], { code: 'imi', maintenance: true }] });
    expect(GAMES.provider[1]?.maintenance).toBe(false);
    expect(withValue(GAMES, ['provider', 0], undefined)).toEqual({ provider: [GAMES.provider[1]] });
    expect(withValue({ slip: { a: 1 } }, ['slip', 'a'], undefined)).toEqual({ slip: {} });
    expect(withValue({}, ['slip', 'closed_from'], '23:45')).toEqual({
      slip: { closed_from: '23:45' },
    });
  });

  it('moves an item of a list one place', () => {
    expect(moved([1, 2, 3], 1, -1)).toEqual([2, 1, 3]);
    expect(moved([1, 2, 3], 1, 1)).toEqual([1, 3, 2]);
  });

  it('has a switch for each game, and sends none that says nothing', () => {
    const shown = withSwitches(GAMES);
    expect(shown.provider).toEqual([
      { code: 'pg', is_offered: true, maintenance: false },
      { code: 'imi', maintenance: false },
    ]);
    expect(withoutSwitches(shown, GAMES)).toEqual(GAMES);
    const closed = withValue(shown, ['provider', 0, 'maintenance'], true);
    expect(withoutSwitches(closed as JsonTable, GAMES)).toEqual(closed);
  });

  it('offers the keys that a table lacks, and games as the file has them', () => {
    expect(
      Object.keys(addable('games', ['provider', 0], { code: 'pg', is_offered: true })),
    ).toEqual(['maintenance', 'event']);
    expect(Object.keys(addable('notices', [], {}))).toEqual(['notice']);
    expect(addable('amounts', ['bounds'], {})).toEqual({});
    expect([isOfFile(['provider']), isOfFile(['bonus'])]).toEqual([true, false]);
    expect(isNameOfFile(['psp', 0, 'bank_code'])).toBe(true);
    expect(isNameOfFile(['bonus', 0, 'code'])).toBe(false);
  });

  it('calls a table by its title, and shows its name first', () => {
    const title = { th: 'ต้อนรับ', la: '', en: 'Welcome' };
    expect(nameOfTable({ code: 'WELCOME', title }, 'en')).toBe('Welcome');
    expect(nameOfTable({ code: 'WELCOME', title }, 'la')).toBe('ต้อนรับ');
    expect(nameOfTable({ code: 'pg' }, 'en')).toBe('pg');
    expect(nameOfTable({ image: '' }, 'en')).toBeNull();
    const order = fieldsOf({ amount: '1', is_on: true, code: 'A' }).map(([key]) => key);
    expect(order).toEqual(['code', 'is_on', 'amount']);
  });

  it('takes times of Bangkok', () => {
    expect(utcOf('2026-12-05T18:00')).toBe('2026-12-05T11:00:00.000Z');
    expect(utcOf('')).toBeNull();
    expect([isTime(''), isTime('2026-12-05T18:00'), isTime('2026-12-05T6')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
