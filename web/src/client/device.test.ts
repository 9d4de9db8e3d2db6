// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceId } from './device';

describe('the name of the device', () => {
  beforeEach(() => localStorage.clear());

  it('is made once and then kept', () => {
    const made = deviceId();
    expect(made).toMatch(/^[0-9a-f]{32}$/);
    expect(deviceId()).toBe(made);
  });

  it('differs on another device', () => {
    const made = deviceId();
    localStorage.clear();
    expect(deviceId()).not.toBe(made);
  });

  it('replaces a stored value that is not a device id', () => {
    localStorage.setItem('wallet.device', '"<script>"');
    expect(deviceId()).toMatch(/^[0-9a-f]{32}$/);
  });
});
