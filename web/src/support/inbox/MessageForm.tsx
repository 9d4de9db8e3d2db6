import { useRef, useState } from 'react';
import { ChatFiles } from '../../chat/ChatFile';
import { readContent } from '../../chat/content';
import { MessageContent } from '../../chat/MessageContent';
import { Button } from '../../ui/display/Button';
import { IconButton } from '../../ui/display/IconButton';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { FieldFrame, inputClass } from '../../ui/field/Field';
import { SelectField } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import { useAuthorization } from '../api/hooks';
import { fetchStaffFile, uploadStaffFile } from '../api/staffLine';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import {
  BUTTON_KINDS,
  BUTTONS_MAX,
  type ButtonDraft,
  type ButtonKind,
  CARDS_MAX,
  type CardDraft,
  type MessageDraft,
  type MessageKind,
  messageOf,
  NEW_BUTTON,
  NEW_CARD,
  REPLIES_MAX,
  TEXT_MAX,
  TITLE_MAX,
} from './messageDraft';

interface EditProps<T> {
  value: T;
  onChange: (value: T) => void;
}

const replaced = <T,>(list: readonly T[], at: number, value: T) =>
  list.map((item, index) => (index === at ? value : item));
const without = <T,>(list: readonly T[], at: number) => list.filter((_, index) => index !== at);

const PART = 'space-y-3 rounded-card border border-line p-3';

function ButtonsEditor({ value, onChange }: EditProps<ButtonDraft[]>) {
  const t = useSupportText();
  return (
    <div className="space-y-3">
      {value.map((button, at) => {
        const set = (part: Partial<ButtonDraft>) =>
          onChange(replaced(value, at, { ...button, ...part }));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of a draft is its place.
          <fieldset key={at} className={PART}>
            <legend className="sr-only">{t('support.compose.button', { n: at + 1 })}</legend>
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <TextField
                  label={t('support.compose.button', { n: at + 1 })}
                  value={button.title}
                  maxLength={TITLE_MAX}
                  onChange={(title) => set({ title })}
                />
              </div>
              <IconButton
                icon="close"
                label={t('support.compose.removeButton', { n: at + 1 })}
                onClick={() => onChange(without(value, at))}
              />
            </div>
            <div className="grid gap-3 sm:grid-cols-2">
              <SelectField
                label={t('support.compose.does')}
                value={button.kind}
                onChange={(kind) => set({ kind: kind as ButtonKind })}
                options={BUTTON_KINDS.map((kind) => ({
                  value: kind,
                  label: t(`support.compose.does.${kind}`),
                }))}
              />
              <TextField
                label={t(`support.compose.payload.${button.kind}`)}
                value={button.payload}
                maxLength={1000}
                onChange={(payload) => set({ payload })}
              />
            </div>
          </fieldset>
        );
      })}
      {value.length < BUTTONS_MAX && (
        <Button tone="quiet" onClick={() => onChange([...value, NEW_BUTTON])}>
          {t('support.compose.addButton')}
        </Button>
      )}
    </div>
  );
}

function RepliesEditor({ value, onChange }: EditProps<string[]>) {
  const t = useSupportText();
  return (
    <div className="space-y-3">
      {value.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of a draft is its place.
        <div key={at} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={t('support.compose.answer', { n: at + 1 })}
              value={title}
              maxLength={TITLE_MAX}
              onChange={(text) => onChange(replaced(value, at, text))}
            />
          </div>
          <IconButton
            icon="close"
            label={t('support.compose.removeAnswer', { n: at + 1 })}
            onClick={() => onChange(without(value, at))}
          />
        </div>
      ))}
      {value.length < REPLIES_MAX && (
        <Button tone="quiet" onClick={() => onChange([...value, ''])}>
          {t('support.compose.addAnswer')}
        </Button>
      )}
    </div>
  );
}

function CardsEditor({ value, onChange }: EditProps<CardDraft[]>) {
  const t = useSupportText();
  return (
    <div className="space-y-4">
      {value.map((card, at) => {
        const set = (part: Partial<CardDraft>) =>
          onChange(replaced(value, at, { ...card, ...part }));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of a draft is its place.
          <fieldset key={at} className={PART}>
            <legend className="px-1 text-sm font-semibold">
              {t('support.compose.card', { n: at + 1 })}
            </legend>
            <TextField
              label={t('support.compose.title')}
              value={card.title}
              maxLength={TITLE_MAX}
              onChange={(title) => set({ title })}
            />
            <TextField
              label={t('support.compose.subtitle')}
              value={card.subtitle}
              maxLength={TITLE_MAX}
              onChange={(subtitle) => set({ subtitle })}
            />
            <TextField
              label={t('support.compose.pictureAddress')}
              value={card.picture}
              maxLength={2000}
              inputMode="url"
              onChange={(picture) => set({ picture })}
            />
            <ButtonsEditor value={card.buttons} onChange={(buttons) => set({ buttons })} />
            {value.length > 1 && (
              <Button tone="quiet" onClick={() => onChange(without(value, at))}>
                {t('support.compose.removeCard', { n: at + 1 })}
              </Button>
            )}
          </fieldset>
        );
      })}
      {value.length < CARDS_MAX && (
        <Button tone="quiet" onClick={() => onChange([...value, NEW_CARD])}>
          {t('support.compose.addCard')}
        </Button>
      )}
    </div>
  );
}

function PictureField({ value, onChange }: EditProps<MessageDraft['file']>) {
  const t = useSupportText();
  const problemText = useSupportProblem();
  const authorization = useAuthorization();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const send = async (file: File) => {
    setIsBusy(true);
    setProblem(null);
    const answer = await uploadStaffFile(authorization, file, 'image');
    setIsBusy(false);
    if (answer.error) setProblem(problemText(answer.error));
    else onChange(answer.data);
  };
  return (
    <FieldFrame label={t('support.compose.picture')} error={problem} hint={value?.name}>
      {(ids) => (
        <>
          {/* The device's own words for this field are in the device's language. */}
          <input
            ref={field}
            type="file"
            accept="image/png,image/jpeg,image/gif"
            tabIndex={-1}
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) void send(file);
            }}
          />
          <Button
            {...ids}
            tone="secondary"
            icon="image"
            busy={isBusy}
            onClick={() => field.current?.click()}
          >
            {t('support.compose.choosePicture')}
          </Button>
        </>
      )}
    </FieldFrame>
  );
}

interface MessageFormProps extends EditProps<MessageDraft> {
  kinds: readonly MessageKind[];
  hint?: string;
  problem?: string | null;
}

/** The fields of a message, and its preview. */
export function MessageForm({ value, onChange, kinds, hint, problem }: MessageFormProps) {
  const t = useSupportText();
  const authorization = useAuthorization();
  const { kind } = value;
  const set = (part: Partial<MessageDraft>) => onChange({ ...value, ...part });
  const message = messageOf(value);
  return (
    <div className="space-y-4">
      <SelectField
        label={t('support.compose.kind')}
        value={kind}
        onChange={(next) => set({ kind: next as MessageKind })}
        options={kinds.map((each) => ({ value: each, label: t(`support.compose.kind.${each}`) }))}
      />
      {kind !== 'generic' && (
        <FieldFrame
          label={t(kind === 'media' ? 'support.compose.caption' : 'support.compose.text')}
          hint={hint}
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              value={value.text}
              maxLength={kind === 'buttons' ? TEXT_MAX.buttons : TEXT_MAX.other}
              onChange={(event) => set({ text: event.target.value })}
              className={inputClass(false, 'resize-y')}
            />
          )}
        </FieldFrame>
      )}
      {kind === 'media' && <PictureField value={value.file} onChange={(file) => set({ file })} />}
      {kind === 'buttons' && (
        <ButtonsEditor value={value.buttons} onChange={(buttons) => set({ buttons })} />
      )}
      {kind === 'quick_replies' && (
        <RepliesEditor value={value.replies} onChange={(replies) => set({ replies })} />
      )}
      {kind === 'generic' && (
        <CardsEditor value={value.cards} onChange={(cards) => set({ cards })} />
      )}
      {message && (
        <section aria-label={t('support.compose.preview')}>
          <h3 className="mb-1.5 text-sm font-medium">{t('support.compose.preview')}</h3>
          <div className="rounded-card bg-canvas p-3">
            <MessageView message={message} authorization={authorization} />
          </div>
        </section>
      )}
      {problem && <ErrorNote>{problem}</ErrorNote>}
    </div>
  );
}

/** A message as its reader sees it. */
export function MessageView({
  message,
  authorization,
}: {
  message: unknown;
  authorization: string;
}) {
  const [source] = useState(() => (path: string) => fetchStaffFile(authorization, path));
  return (
    <ChatFiles source={source}>
      <MessageContent content={readContent(message)} />
    </ChatFiles>
  );
}
