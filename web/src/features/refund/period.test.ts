import { expect, it } from 'vitest';
import { formatDay } from '../../intl/moment';
import { lastDayOf } from './period';

it('is one day when a period goes from midnight to midnight in Bangkok', () => {
  expect(formatDay('2026-11-19T17:00:00Z')).toBe('20/11/2026');
  expect(formatDay(lastDayOf('2026-11-20T17:00:00Z'))).toBe('20/11/2026');
});
