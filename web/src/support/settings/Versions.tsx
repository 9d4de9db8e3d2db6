import { Button } from '../../ui/display/Button';
import { Disclosure } from '../../ui/display/Disclosure';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import {
  type SectionName,
  type SettingVersion,
  useListSettingVersionsQuery,
} from '../api/settingsApi';
import { useSupportText } from '../intl/text';
import { Differences } from './Differences';
import { VersionFacts } from './VersionFacts';

interface VersionsProps {
  section: SectionName;
  /** None for who may not change it. */
  onBack: ((version: SettingVersion) => void) | null;
}

/** All versions of a section, the newest first. */
export function Versions({ section, onBack }: VersionsProps) {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useListSettingVersionsQuery(section);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={3} label={t('common.loading')} />;
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">{t('support.settings.versions')}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.versions.map((version, at) => (
          <li key={version.number} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-56 flex-1">
              <VersionFacts version={version} />
              {version.number > 1 && (
                <Disclosure title={t('support.settings.changes')}>
                  <Differences differences={version.differences} />
                </Disclosure>
              )}
            </div>
            {onBack && at > 0 && (
              <Button tone="secondary" onClick={() => onBack(version)}>
                {t('support.settings.back', { number: version.number })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
