import { describe, expect, it } from 'vitest';
import { isWrongOrder } from './days';
import { filterAddress, periodOf, queryOf, readFilter } from './statementQuery';

const read = (search: string) => readFilter(new URLSearchParams(search));

describe('the filters of the statement', () => {
  it('survive the way through the address', () => {
    const filter = read('type=withdraw&from=2026-11-01&to=2026-11-21&q=+SCB+&page=3');
    expect(filter).toEqual({
      page: 3,
      type: 'withdraw',
      from: '2026-11-01',
      to: '2026-11-21',
      search: 'SCB',
    });
    expect(filterAddress(filter)).toBe(
      '/user/statement?type=withdraw&from=2026-11-01&to=2026-11-21&q=SCB&page=3',
    );
    expect(filterAddress(read(''))).toBe('/user/statement');
  });

  it('ignore what cannot be read', () => {
    const nothing = { page: 1, type: null, from: null, to: null, search: '' };
    expect(read('type=theft&from=yesterday&to=2026-13-40&page=-2')).toEqual(nothing);
    expect(read('page=1e9x')).toEqual(nothing);
  });

  it('ask for whole days in Bangkok, the last one included', () => {
    expect(queryOf(read('from=2026-11-20&to=2026-11-20&type=deposit'))).toEqual({
      page: 1,
      limit: 10,
      type: ['deposit'],
      from: '2026-11-19T17:00:00.000Z',
      to: '2026-11-20T17:00:00.000Z',
    });
  });

  it('ask for what was typed, and for no more of it than the server takes', () => {
    expect(queryOf(read('q=1,500'))).toEqual({ page: 1, limit: 10, search: '1,500' });
    expect(queryOf(read(`q=${'a'.repeat(70)}`)).search).toHaveLength(60);
    expect(queryOf(read('q=++'))).toEqual({ page: 1, limit: 10 });
  });

  it('say which time is to be checked, whatever types are shown', () => {
    expect(periodOf(read('from=2026-11-20&to=2026-11-20&type=deposit'))).toEqual({
      from: '2026-11-19T17:00:00.000Z',
      to: '2026-11-20T17:00:00.000Z',
    });
    expect(periodOf(read('type=deposit'))).toEqual({ from: null, to: null });
  });

  it('notice a first day after the last', () => {
    expect(isWrongOrder(read('from=2026-11-21&to=2026-11-20'))).toBe(true);
    expect(isWrongOrder(read('from=2026-11-20&to=2026-11-20'))).toBe(false);
  });
});
