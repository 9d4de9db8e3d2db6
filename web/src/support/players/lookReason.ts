/** The reason to open a player, from where staff come from; it stays theirs to change. */

import { shortId } from '../intl/ids';
import type { SupportMessageId } from '../intl/messages';

const PLACES = {
  conversation: 'support.look.from.conversation',
  slips: 'support.look.from.slips',
  qr: 'support.look.from.qr',
  manual: 'support.look.from.manual',
  withdrawals: 'support.look.from.withdrawals',
  transfers: 'support.look.from.transfers',
} as const satisfies Record<string, SupportMessageId>;

export interface ReasonWords {
  message: SupportMessageId;
  values: { id: string };
}

/** `conversation:01a1fdd8-…` → the conversation's words; null for anything else in the address. */
export function reasonFrom(search: URLSearchParams): ReasonWords | null {
  const [place = '', id = ''] = (search.get('from') ?? '').split(':');
  const message = Object.hasOwn(PLACES, place) ? PLACES[place as keyof typeof PLACES] : null;
  // Only an id becomes a part of the record's words.
  if (!message || shortId(id) === id) return null;
  return { message, values: { id: shortId(id) } };
}
