import { Link, useParams, useSearchParams } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Disclosure } from '../../ui/display/Disclosure';
import { useTitle } from '../../ui/display/useTitle';
import { Notice } from '../../ui/feedback/Notice';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { type SettingSection, useListSettingsQuery } from '../api/settingsApi';
import { useNameOf, useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Differences } from './Differences';
import { SectionPage } from './SectionPage';
import { SettingRequests } from './SettingRequests';
import { VersionFacts } from './VersionFacts';

function Row({ section, search }: { section: SettingSection; search: string }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { section: name, fileChanges } = section;
  return (
    <li className="px-5 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={`/settings/${name}${search}`}
          className="inline-flex min-h-11 items-center text-lg font-semibold text-accent hover:underline"
        >
          {nameOf('support.section', name)}
        </Link>
        {section.costsMoney && <Chip tone="caution">{t('support.settings.two')}</Chip>}
      </p>
      <p>{nameOf('support.sectionLead', name)}</p>
      <VersionFacts version={section.inForce} />
      {fileChanges.length > 0 && search === '' && (
        <Disclosure title={t('support.settings.fileChanges')}>
          <Differences differences={fileChanges} />
        </Disclosure>
      )}
    </li>
  );
}

/** The settings of then, for who explains an event. */
function Past({ at }: { at: string }) {
  const t = useSupportText();
  return (
    <Notice tone="caution">
      {t('support.settings.past', { at: formatMoment(at) })}{' '}
      <Link href="/settings" className="font-medium text-accent underline">
        {t('support.settings.now')}
      </Link>
    </Notice>
  );
}

/** What changes while the service runs: what is in force, and what waits for a second supervisor. */
export default function SettingsPage() {
  const t = useSupportText();
  useTitle(t('support.nav.settings'));
  const { '*': name } = useParams<{ '*': string }>();
  const [params] = useSearchParams();
  const [at, change] = [params.get('at'), params.get('change')];
  const then = at && change ? { at, change } : undefined;
  const search = then ? `?${new URLSearchParams({ ...then })}` : '';
  const isSupervisor = useRole() === 'supervisor';
  const { data, error, isFetching, refetch } = useListSettingsQuery(then, {
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const open = data.sections.find((section) => section.section === name);
  return (
    <div className="space-y-5">
      {then && <Past at={then.at} />}
      {open ? (
        <SectionPage
          key={`${open.section} ${open.lastNumber} ${search}`}
          section={open}
          isSupervisor={isSupervisor}
          isPast={Boolean(then)}
          back={`/settings${search}`}
        />
      ) : (
        <>
          <h1 className="text-2xl font-bold">{t('support.nav.settings')}</h1>
          {!then && <SettingRequests requests={data.requests} isSupervisor={isSupervisor} />}
          <ul
            aria-label={t('support.nav.settings')}
            className="divide-y divide-line rounded-card border border-line bg-surface"
          >
            {data.sections.map((section) => (
              <Row key={section.section} section={section} search={search} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
