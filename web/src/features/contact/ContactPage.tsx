import { useGetContactQuery, useGetInfoQuery } from '../../api/lookupApi';
import type { Contact } from '../../api/types';
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
    <Card className="flex flex-col items-center text-center">
      {contact.lineQR && (
        <img
          src={contact.lineQR}
          alt={t('contact.lineQr')}
          width={200}
          height={200}
          className="mb-4 rounded-control bg-white p-3"
        />
      )}
      <p className="text-sm text-muted">{t('contact.line')}</p>
      {contact.lineName && <p className="text-xl font-semibold">{contact.lineName}</p>}
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={`${linkButton()} mt-4 w-full max-w-xs`}
        >
          <Icon name="chat" size={20} />
          {t('contact.openLine')}
        </a>
      )}
    </Card>
  );
}

export default function ContactPage() {
  const t = useText();
  const localText = useLocalText();
  useTitle(t('nav.contact'));
  const { data: info } = useGetInfoQuery();
  const { data, error, isFetching, refetch } = useGetContactQuery();
  return (
    <div className="mx-auto w-full max-w-xl space-y-4 lg:max-w-5xl">
      <h1 className="text-2xl font-bold">{t('nav.contact')}</h1>
      {!data && !error && (
        <div role="status" aria-label={t('common.loading')} className="space-y-4">
          <Skeleton className="h-104 w-full rounded-card" />
          <Skeleton className="h-28 w-full rounded-card" />
        </div>
      )}
      {!data && error && (
        <Card>
          <ProblemState error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      )}
      {data && (
        <div className="space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0">
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
