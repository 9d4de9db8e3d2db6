/** Reads what a player pastes as a gift link. The server checks again; this spares a round trip. */

export const GIFT_HOST = 'gift.truemoney.com';

export type GiftLinkFault = 'notLink' | 'wrongHost';
export type ReadGiftLink = { ok: true; link: string } | { ok: false; fault: GiftLinkFault };

const HASH = /^[A-Za-z0-9]{10,64}$/;
/** Chat programs share the link within a sentence. */
const ADDRESS = /https?:\/\/\S+/gi;
/** The address without its scheme, as a person may copy it. */
const BARE_ADDRESS = /^[\w.-]+\.[a-z]{2,}\/\S+$/i;

const canonical = (hash: string) => `https://${GIFT_HOST}/campaign/?v=${hash}`;

function readAddress(text: string): ReadGiftLink {
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    return { ok: false, fault: 'notLink' };
  }
  // Look-alike hosts exist: only the whole name counts, and nothing before an @.
  const isHome = address.protocol === 'https:' && address.host === GIFT_HOST && !address.username;
  if (!isHome) return { ok: false, fault: 'wrongHost' };
  const hash = address.searchParams.get('v') ?? '';
  return HASH.test(hash) ? { ok: true, link: canonical(hash) } : { ok: false, fault: 'notLink' };
}

/** A link, a sentence with a link in it, or the bare code → the link in one spelling. */
export function readGiftLink(pasted: string): ReadGiftLink {
  const text = pasted.trim();
  if (HASH.test(text)) return { ok: true, link: canonical(text) };
  const addresses = text.match(ADDRESS) ?? (BARE_ADDRESS.test(text) ? [`https://${text}`] : []);
  const read = addresses.map(readAddress);
  return (
    read.find((link) => link.ok) ??
    read.find((link) => !link.ok && link.fault === 'wrongHost') ?? { ok: false, fault: 'notLink' }
  );
}
