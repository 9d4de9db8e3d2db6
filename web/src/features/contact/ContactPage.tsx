import { useGetContactQuery, useGetInfoQuery } from '../../api/lookupApi';
import type { Contact } from '../../api/types';
import { chatOpened } from '../../chat/chatState';
import { useChatConfig } from '../../chat/useChatConfig';
import { useAppDispatch } from '../../client/hooks';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';

/** Only real web addresses become links, whatever the configuration says. */
function webAddress(link: string | null): string | null {
  return link && /^https?:\/\//i.test(link) ? link : null;
}

function LineCard({ contact }: { contact: Contact }) {
  const t = useText();
  const link = webAddress(contact.lineLink);
  if (!contact.lineQR && !contact.lineName && !link) return null;
  return (
    <Card className="flex items-center gap-5">
      {contact.lineQR && (
        <img
          src={contact.lineQR}
          alt={t('contact.lineQr')}
          width={128}
          height={128}
          className="size-32 shrink-0 rounded-control border border-line bg-white p-1"
        />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="text-sm text-muted">{t('contact.line')}</h2>
        {contact.lineName && <p className="text-xl font-semibold">{contact.lineName}</p>}
        {link && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className={`${linkButton('secondary')} mt-3 w-full max-w-xs`}
          >
            <Icon name="chat" size={20} />
            {t('contact.openLine')}
          </a>
        )}
      </div>
    </Card>
  );
}

/** The first way: an answer comes on this page. A press before the chat has loaded opens it then. */
function ChatCard() {
  const t = useText();
  const dispatch = useAppDispatch();
  return (
    <Card className="relative overflow-hidden bg-linear-to-br from-hero-from to-hero-to text-on-hero">
      <Icon
        name="chat"
        size={144}
        className="pointer-events-none absolute -end-6 -bottom-8 opacity-15"
      />
      <h2 className="text-xl font-semibold">{t('chat.welcome')}</h2>
      <p className="mt-1 max-w-sm text-sm text-on-hero-muted">{t('chat.welcomeLead')}</p>
      <button
        type="button"
        onClick={() => dispatch(chatOpened())}
        className="relative mt-4 inline-flex min-h-12 items-center gap-2 rounded-control bg-gold px-5 font-semibold text-on-gold hover:bg-gold-light focus-visible:outline-on-hero"
      >
        <Icon name="chat" size={20} />
        {t('contact.chat')}
      </button>
    </Card>
  );
}

export default function ContactPage() {
  const t = useText();
  const localText = useLocalText();
  useTitle(t('nav.contact'));
  const { data: info } = useGetInfoQuery();
  const { data: contact, error, isFetching, refetch } = useGetContactQuery();
  const chat = useChatConfig();
  // All at once, so that nothing moves under a finger.
  const data = chat === undefined ? undefined : contact;
  return (
    <div className="@container mx-auto w-full max-w-xl space-y-4 lg:max-w-5xl">
      <h1 className="text-2xl font-bold">{t('nav.contact')}</h1>
      {!data && !error && (
        <div role="status" aria-label={t('common.loading')} className="space-y-4">
          <Skeleton className="h-46 w-full rounded-card" />
          <Skeleton className="h-42 w-full rounded-card" />
          <Skeleton className="h-17 w-full rounded-card" />
        </div>
      )}
      {!data && error && (
        <Card>
          <ProblemState error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      )}
      {data && (
        <div className="space-y-4 @3xl:grid @3xl:grid-cols-2 @3xl:items-start @3xl:gap-5 @3xl:space-y-0">
          {chat && <ChatCard />}
          <LineCard contact={data} />
          <Card>
            <SafeHtml html={localText(data.contactText)} />
          </Card>
        </div>
      )}
      {info && (
        <p className="text-center text-sm text-muted">
          {t('contact.version', { version: info.version })}
        </p>
      )}
    </div>
  );
}
