import { useState } from 'react';
import { isProblem } from '../../api/transport/problem';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Tabs } from '../../ui/display/Tabs';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';
import type { SettingSection } from '../api/settingsApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { isReason, ReasonField } from '../ui/ReasonField';
import { AsText } from './AsText';
import { Differences } from './Differences';
import { DocumentEditor } from './DocumentEditor';
import type { JsonTable } from './document';
import { Preview } from './Preview';
import { TimeField } from './TimeField';
import { isTime } from './times';
import { type Draft, useDraft } from './useDraft';
import { useKeyName } from './useKeyName';

type View = 'fields' | 'text';

function Times({ draft, change }: Pick<Draft, 'draft' | 'change'>) {
  const t = useSupportText();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['from', 'until'] as const).map((field) => (
        <TimeField
          key={field}
          label={t(`support.settings.${field}`)}
          hint={t(`support.settings.${field}Hint`)}
          value={draft[field]}
          onChange={(typed) => change({ [field]: typed })}
        />
      ))}
    </div>
  );
}

/** All that is wrong, also what has no field here. */
function Mistakes({ mistakes }: { mistakes: Draft['mistakes'] }) {
  const keyName = useKeyName();
  if (mistakes.length === 0) return null;
  return (
    <ErrorNote>
      <ul className="space-y-1">
        {mistakes.map(({ key, what }) => (
          <li key={`${key} ${what}`}>{key === '' ? what : `${keyName(key)}: ${what}`}</li>
        ))}
      </ul>
    </ErrorNote>
  );
}

/** Why it was not done; what is wrong with the content is listed by itself. */
function Refusal({ error }: { error: unknown }) {
  const problemText = useSupportProblem();
  const isListed = isProblem(error) && error.code === 'SETTINGS_INVALID';
  return error && !isListed ? <ErrorNote>{problemText(error)}</ErrorNote> : null;
}

interface SendProps {
  draft: Draft;
  costsMoney: boolean;
  onDone: () => void;
}

/** After a check without a mistake: what it would do, and the last step. */
function Send({ draft: { draft, change, check, sending, put }, costsMoney, onDone }: SendProps) {
  const t = useSupportText();
  const toast = useToast();
  const [isSent, setIsSent] = useState(false);
  if (!check || check.mistakes.length > 0) return null;
  const submit = async () => {
    setIsSent(true);
    if (!isReason(draft.reason) || sending.isLoading) return;
    const { data } = await put();
    if (!data) return;
    toast.success(t(data.request ? 'support.settings.asked' : 'support.settings.done'));
    onDone();
  };
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="space-y-4">
        <h2 className="font-semibold">{t('support.settings.changes')}</h2>
        <Differences differences={check.differences} />
        <ReasonField
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          isShort={isSent && !isReason(draft.reason)}
        />
        <Button wide busy={sending.isLoading} onClick={submit}>
          {t(costsMoney ? 'support.settings.ask' : 'support.settings.put')}
        </Button>
      </div>
      <Preview items={check.preview} />
    </div>
  );
}

interface SectionFormProps {
  section: SettingSection;
  /** What the fields begin with. */
  document: JsonTable;
  reason: string;
  onDone: () => void;
}

/** Edits a section, checks it, and puts it in force. */
export function SectionForm({ section, document, reason, onDone }: SectionFormProps) {
  const t = useSupportText();
  const [view, setView] = useState<View>('fields');
  const form = useDraft({ section: section.section, document, number: section.lastNumber, reason });
  const { draft, set, change, mistakes, byKey, checking, sending, look } = form;
  const tabs = (['fields', 'text'] as const).map((value) => ({
    value,
    label: t(`support.settings.${value}`),
  }));
  const editing = { section: section.section, isReadOnly: false, mistakes: byKey, set };
  return (
    <Card className="space-y-5">
      {section.lastNumber !== section.inForce.number && (
        <Notice>{t('support.settings.scheduled', { number: section.lastNumber })}</Notice>
      )}
      <Tabs label={t('support.settings.view')} tabs={tabs} value={view} onChange={setView}>
        <div className="pt-4">
          {view === 'fields' ? (
            <DocumentEditor value={draft.document} editing={editing} />
          ) : (
            <AsText
              value={draft.document}
              isReadOnly={false}
              onChange={(document) => change({ document })}
            />
          )}
        </div>
      </Tabs>
      <Times draft={draft} change={change} />
      <Mistakes mistakes={mistakes} />
      <Refusal error={checking.error ?? sending.error} />
      <Button
        tone="secondary"
        wide
        busy={checking.isLoading}
        disabled={!isTime(draft.from) || !isTime(draft.until)}
        onClick={look}
      >
        {t('support.settings.check')}
      </Button>
      <Send draft={form} costsMoney={section.costsMoney} onDone={onDone} />
    </Card>
  );
}
