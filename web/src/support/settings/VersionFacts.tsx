import { formatMoment } from '../../intl/moment';
import type { SettingSection } from '../api/settingsApi';
import { useSupportText } from '../intl/text';

type Version = SettingSection['inForce'];

/** Who made a version, when and why; and from when until when it is in force. */
export function VersionFacts({ version }: { version: Version }) {
  const t = useSupportText();
  const { at, by, approvedBy, inForceFrom, inForceUntil, reason } = version;
  const author = by ? t('support.settings.by', { name: by }) : t('support.settings.byFile');
  return (
    <div className="text-sm [overflow-wrap:anywhere]">
      <p className="tabular text-muted">
        {[
          t('support.settings.version', { number: version.number }),
          at && formatMoment(at),
          author,
          approvedBy && t('support.settings.approvedBy', { name: approvedBy }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {by && <p>{reason}</p>}
      {(inForceFrom || inForceUntil) && (
        <p className="tabular font-medium">
          {[
            inForceFrom && t('support.settings.fromAt', { at: formatMoment(inForceFrom) }),
            inForceUntil && t('support.settings.untilAt', { at: formatMoment(inForceUntil) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </div>
  );
}
