import { describe, expect, it } from 'vitest';
import { deviceIcon } from './deviceIcon';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

describe('the sign of a device', () => {
  it.each([
    [ANDROID, 'phone'],
    [WINDOWS, 'laptop'],
    ['curl/8.0', 'question'],
    [null, 'question'],
  ])('of %s is a %s', (agent, icon) => expect(deviceIcon(agent)).toBe(icon));
});
