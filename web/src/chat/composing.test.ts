import { describe, expect, it } from 'vitest';
import { lengthOf, sendsOn } from './composing';

const ENTER = {
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
};

describe('a press of Enter', () => {
  it('sends', () => {
    expect(sendsOn(ENTER)).toBe(true);
    expect(sendsOn({ ...ENTER, key: 'a' })).toBe(false);
  });

  it.each(['shiftKey', 'ctrlKey', 'altKey', 'metaKey'])('does not send with %s', (modifier) => {
    expect(sendsOn({ ...ENTER, [modifier]: true })).toBe(false);
  });

  it('does not send while a word is being composed', () => {
    expect(sendsOn({ ...ENTER, isComposing: true })).toBe(false);
    // Safari ends the composition before it sends the key; only the key code still shows it.
    expect(sendsOn({ ...ENTER, keyCode: 229 })).toBe(false);
  });
});

describe('the length of a message', () => {
  it('is what the server counts: code points of the trimmed text', () => {
    expect(lengthOf('  สวัสดี \n')).toBe(6);
    expect(lengthOf('😀😀')).toBe(2);
    expect(lengthOf(' \n ')).toBe(0);
    expect(lengthOf('\u200b\u2800')).toBe(0);
  });
});
