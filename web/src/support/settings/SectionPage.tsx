import { useState } from 'react';
import { Link } from 'wouter';
import { Card } from '../../ui/display/Card';
import type { SettingSection } from '../api/settingsApi';
import { useNameOf, useSupportText } from '../intl/text';
import { DocumentEditor } from './DocumentEditor';
import type { JsonTable } from './document';
import { SectionForm } from './SectionForm';
import { VersionFacts } from './VersionFacts';
import { Versions } from './Versions';

const READ_ONLY = { isReadOnly: true, mistakes: new Map<string, string>(), set: () => {} };

interface SectionPageProps {
  section: SettingSection;
  isSupervisor: boolean;
  /** What is shown was in force once, and is not changed. */
  isPast: boolean;
  back: string;
}

/** A section: its content in fields, and its versions. */
export function SectionPage({ section, isSupervisor, isPast, back }: SectionPageProps) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const name = section.section;
  const first = { document: section.inForce.document as JsonTable, reason: '', key: 0 };
  const [begin, setBegin] = useState(first);
  const isEditable = isSupervisor && !isPast;
  const restart = (document: JsonTable, reason: string) =>
    setBegin(({ key }) => ({ document, reason, key: key + 1 }));
  return (
    <div className="space-y-5">
      <p>
        <Link href={back} className="inline-flex min-h-11 items-center text-accent hover:underline">
          {t('support.settings.all')}
        </Link>
      </p>
      <h1 className="text-2xl font-bold">{nameOf('support.section', name)}</h1>
      <p>{nameOf('support.sectionLead', name)}</p>
      <VersionFacts version={section.inForce} />
      {isEditable ? (
        <SectionForm
          key={`${begin.key} ${section.lastNumber}`}
          section={section}
          document={begin.document}
          reason={begin.reason}
          onDone={() => restart(begin.document, '')}
        />
      ) : (
        <Card>
          <DocumentEditor
            value={section.inForce.document as JsonTable}
            editing={{ ...READ_ONLY, section: name }}
          />
        </Card>
      )}
      {!isPast && (
        <Versions
          section={name}
          onBack={
            isEditable
              ? ({ document, number }) => {
                  restart(document as JsonTable, t('support.settings.back', { number }));
                  window.scrollTo({ top: 0 });
                }
              : null
          }
        />
      )}
    </div>
  );
}
