import { describe, expect, it } from 'vitest';
import { insertAt, slashAt } from './cursor';

describe('a prepared answer', () => {
  it('is inserted at the cursor, in place of the selection', () => {
    expect(insertAt('Hello  there', [6, 6], 'Anong')).toEqual({
      value: 'Hello Anong there',
      cursor: 11,
    });
    expect(insertAt('Hello /', [6, 7], 'Anong')).toEqual({ value: 'Hello Anong', cursor: 11 });
    expect(insertAt('', [0, 0], '')).toEqual({ value: '', cursor: 0 });
  });

  it('is called for by a slash where a word begins', () => {
    expect(slashAt('', '/')).toBe(0);
    expect(slashAt('Hello ', 'Hello /')).toBe(6);
    expect(slashAt('Hello\n', 'Hello\n/')).toBe(6);
    expect(slashAt('1', '1/')).toBeNull();
    expect(slashAt('', '/deposit')).toBeNull();
    expect(slashAt('/', '')).toBeNull();
  });
});
