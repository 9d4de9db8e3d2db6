import { describe, expect, it } from 'vitest';
import { deviceName } from './deviceName';

describe('the name of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      { browser: 'Chrome', system: 'Android' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iOS' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
      { browser: 'Firefox', system: 'Windows' },
    ],
    ['curl', { browser: null, system: null }],
    [null, { browser: null, system: null }],
  ])('%s', (agent, expected) => {
    expect(deviceName(agent)).toEqual(expected);
  });
});
