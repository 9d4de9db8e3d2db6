import { gcm } from '@noble/ciphers/aes.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { keyOf, sealLink } from './giftEnvelope';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.sandbox.token';
const LINK = 'https://gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w';

describe('a sealed gift link', () => {
  it('is what the worked example says, byte for byte', () => {
    expect(bytesToHex(keyOf(TOKEN))).toBe(
      'e0bb515422b64e9516e0f109bda396da1fb7edf8adb4b485511460da1993e495',
    );
    expect(sealLink(LINK, TOKEN, hexToBytes('000102030405060708090a0b'))).toBe(
      'TL1.AAECAwQFBgcICQoLK-p2ORc0tr_OWg26QIxImTNMdys1KGUt7tGKqt7a40MTxZutBUU6B73oiNLr7wvnbU0Pbr6T-wld_1EVkRVsS3r6kdDKsx4SrQ',
    );
  });

  it('is another one each time, and opens with the same token only', () => {
    const [one, two] = [sealLink(LINK, TOKEN), sealLink(LINK, TOKEN)];
    expect(one).not.toBe(two);
    const bytes = Uint8Array.from(Buffer.from(one.slice(4), 'base64url'));
    const open = (token: string) =>
      gcm(keyOf(token), bytes.subarray(0, 12)).decrypt(bytes.subarray(12));
    expect(Buffer.from(open(TOKEN)).toString()).toBe(LINK);
    expect(() => open('another token')).toThrow();
  });
});
