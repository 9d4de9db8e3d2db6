/** Reads what a player pastes as a gift link. The server checks again; this spares a round trip. */

export const GIFT_HOST = 'gift.truemoney.com';

export type GiftLinkFault = 'notLink' | 'wrongHost';
export type ReadGiftLink = { ok: true; link: string } | { ok: false; fault: GiftLinkFault };

/** A code alone, followed by anything that cannot be part of it. */
const BARE = /^([0-9A-Za-z]{10,64})[^0-9A-Za-z]*$/;
/**
 * A link within a text, as people and chat programs paste it: with or without a scheme, and with
 * anything behind the code. No part of another address precedes it. It has no lookbehind, which
 * older phones cannot read.
 */
const LINK =
  /(?:^|[^0-9A-Za-z_.@/:=?&%#-])(?:https?:\/\/)?([0-9a-z.-]+)(?::443)?\/campaign(?:\/[^\s?#]*)?\?((?:[^\s#]*?&)?v=([0-9A-Za-z]+)[^\s#]*)/gi;
/** Any address, to say that it is another one. */
const ADDRESS = /https?:\/\/[^\s/?#]+/gi;
/** Copied texts carry invisible characters. */
const INVISIBLE = /\p{Cf}/gu;

const isCode = (text: string) => /^[0-9A-Za-z]{10,64}$/.test(text);
const isHome = (host: string) => host.toLowerCase() === GIFT_HOST;

/** A link, a text with a link in it, or the bare code → the link in one spelling. */
export function readGiftLink(pasted: string): ReadGiftLink {
  const text = pasted.replace(INVISIBLE, '').trim();
  const links = [...text.matchAll(LINK)]
    .filter(([, host]) => isHome(host ?? ''))
    // With two codes it is unclear which one is meant.
    .filter(([, , query]) => query?.split('&').filter((it) => it.startsWith('v=')).length === 1)
    .map(([, , , code]) => code ?? '');
  const code = BARE.exec(text)?.[1] ?? links.find(isCode);
  if (code) return { ok: true, link: `https://${GIFT_HOST}/campaign/?v=${code}` };
  const hosts = [...text.matchAll(ADDRESS)].map(([address]) => address.replace(/^.*\/\//, ''));
  const isElsewhere = hosts.some((host) => !isHome(host.replace(/:443$/, '')));
  return { ok: false, fault: isElsewhere ? 'wrongHost' : 'notLink' };
}
