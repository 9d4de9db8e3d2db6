import { describe, expect, it } from 'vitest';
import { bankOf, maskOf } from './banks';

describe('a bank account', () => {
  it('hides with one sign', () => {
    expect(maskOf('xxx-x-x8901-x')).toBe('•••-•-•8901-•');
  });

  it('is at a bank that people know by its code', () => {
    expect(bankOf('014')).toBe('SCB');
    expect(bankOf('099')).toBe('099');
  });
});
