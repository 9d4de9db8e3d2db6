import { Link } from 'wouter';
import type { ChatEntry } from '../../chat/entries';
import { Icon } from '../../ui/display/Icon';
import type { ConversationView } from '../api/inboxApi';
import { useSupportText } from '../intl/text';
import { slipHref } from '../work/slipFilter';

/** What visitors write is not trusted: only an id becomes a part of the address. */
const SLIP = /^SLIP:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

interface SlipLinkProps {
  entry: ChatEntry;
  who: ConversationView['who'];
}

/** Leads from a message about a slip to the slip, next to all slips of its writer. */
export function SlipLink({ entry: { sender, content }, who }: SlipLinkProps) {
  const t = useSupportText();
  const id = content.type === 'postback' && SLIP.exec(content.payload)?.[1];
  if (!id || sender !== 'customer') return null;
  return (
    <Link
      href={slipHref(id, who.kind === 'member' ? { player: who.id } : null)}
      className="mt-1 inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-accent"
    >
      {t('support.work.openSlip')}
      <Icon name="chevronRight" size={18} />
    </Link>
  );
}
