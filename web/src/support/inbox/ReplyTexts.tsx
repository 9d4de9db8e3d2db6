import { useState } from 'react';
import type { Locale } from '../../client/preferences';
import { LANGUAGE_NAME, LOCALES } from '../../intl/locale';
import { Button } from '../../ui/display/Button';
import { Tabs } from '../../ui/display/Tabs';
import { useSupportText } from '../intl/text';
import { MessageForm } from './MessageForm';
import { MESSAGE_KINDS, type MessageDraft } from './messageDraft';
import type { ReplyDrafts } from './replyTexts';

interface ReplyTextsProps {
  value: ReplyDrafts;
  onChange: (value: ReplyDrafts) => void;
  problem: string | null;
}

interface OwnProps extends ReplyTextsProps {
  locale: Locale;
}

/** The text in one language, or a button to write one. */
function OwnText({ value, onChange, problem, locale }: OwnProps) {
  const t = useSupportText();
  const { base, own } = value;
  const draft = own[locale];
  const set = (next: MessageDraft | undefined) => {
    const { [locale]: _, ...others } = own;
    onChange({ base, own: next ? { ...others, [locale]: next } : others });
  };
  if (!draft) {
    return (
      <div className="space-y-3 rounded-card border border-line p-4">
        <p className="text-muted">{t('support.reply.noOwn')}</p>
        <Button tone="secondary" icon="edit" onClick={() => set(base)}>
          {t('support.reply.writeOwn')}
        </Button>
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <MessageForm
        value={{ ...draft, file: base.file }}
        onChange={set}
        kinds={[base.kind]}
        hint={t('support.reply.variables')}
        problem={problem}
      />
      <Button tone="quiet" onClick={() => set(undefined)}>
        {t('support.reply.dropOwn')}
      </Button>
    </div>
  );
}

/** A prepared answer in each language. */
export function ReplyTexts({ value, onChange, problem }: ReplyTextsProps) {
  const t = useSupportText();
  const [shown, setShown] = useState<Locale | 'base'>('base');
  const { base, own } = value;
  const tabs = LOCALES.map((each) => ({
    value: each,
    label: own[each] ? `${LANGUAGE_NAME[each]} ✓` : LANGUAGE_NAME[each],
  }));
  // A translation has the same kind as the message that it translates.
  const setBase = (next: MessageDraft) =>
    onChange({ base: next, own: next.kind === base.kind ? own : {} });
  return (
    <Tabs
      label={t('support.reply.languages')}
      tabs={[{ value: 'base', label: t('support.reply.anyLanguage') }, ...tabs]}
      value={shown}
      onChange={setShown}
    >
      <div className="mt-3">
        {shown === 'base' ? (
          <MessageForm
            value={base}
            onChange={setBase}
            kinds={MESSAGE_KINDS}
            hint={t('support.reply.variables')}
            problem={problem}
          />
        ) : (
          <OwnText key={shown} value={value} onChange={onChange} problem={problem} locale={shown} />
        )}
      </div>
    </Tabs>
  );
}
