import { describe, expect, it } from 'vitest';
import { readGiftLink } from './giftLink';

const HASH = 'Sb1x7Kq2mN9pR4tV8w';
const LINK = `https://gift.truemoney.com/campaign/?v=${HASH}`;
const good = { ok: true, link: LINK };
const wrongHost = { ok: false, fault: 'wrongHost' };
const notLink = { ok: false, fault: 'notLink' };

describe('a gift link', () => {
  it.each([
    LINK,
    `  ${LINK}\n`,
    `https://gift.truemoney.com/campaign/voucher_detail?v=${HASH}`,
    `${LINK}&utm_source=line`,
    `gift.truemoney.com/campaign/?v=${HASH}`,
    `GIFT.TrueMoney.com/campaign/?v=${HASH}`,
    `สุขสันต์วันเกิด ${LINK} รับเลย`,
    `ดู https://line.me/x แล้ว ${LINK}`,
    HASH,
  ])('is found in %j', (pasted) => {
    expect(readGiftLink(pasted)).toEqual(good);
  });

  it.each([
    `http://gift.truemoney.com/campaign/?v=${HASH}`,
    `https://gift.truemoney.com.evil.example/campaign/?v=${HASH}`,
    `https://fake-gift.truemoney.com/campaign/?v=${HASH}`,
    `https://gift.truemoney.com@evil.example/campaign/?v=${HASH}`,
    `https://user@gift.truemoney.com/campaign/?v=${HASH}`,
    `https://gift.truemoney.com:8443/campaign/?v=${HASH}`,
    `https://evil.example/?u=${encodeURIComponent(LINK)}`,
  ])('is not taken from another place: %j', (pasted) => {
    expect(readGiftLink(pasted)).toEqual(wrongHost);
  });

  it.each([
    '',
    'hello',
    'short1',
    'https://',
    'https://gift.truemoney.com/campaign/',
    'https://gift.truemoney.com/campaign/?v=has-a-dash-in-it',
    `https://gift.truemoney.com/campaign/?v=${'a'.repeat(65)}`,
  ])('is not %j', (pasted) => {
    expect(readGiftLink(pasted)).toEqual(notLink);
  });
});
