import type { SettingDifference } from '../api/settingsApi';
import { useSupportText } from '../intl/text';
import { useKeyName } from './useKeyName';

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** What changes, key by key: before and after. */
export function Differences({ differences }: { differences: readonly SettingDifference[] }) {
  const t = useSupportText();
  const keyName = useKeyName();
  if (differences.length === 0)
    return <p className="text-muted">{t('support.settings.noChange')}</p>;
  return (
    <ul className="space-y-2 text-sm">
      {differences.map(({ key, before, after }) => (
        <li key={key} className="[overflow-wrap:anywhere]">
          <p className="font-medium">{keyName(key)}</p>
          <p>
            {before !== undefined && before !== null && (
              <del className="me-2 text-muted">{shown(before)}</del>
            )}
            {after !== undefined && after !== null ? (
              <span className="font-medium">{shown(after)}</span>
            ) : (
              <span className="text-muted">{t('support.settings.gone')}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
