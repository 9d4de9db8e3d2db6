import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useProblemText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { useStaffDispatch } from '../api/hooks';
import { useAskLookMutation } from '../api/playersApi';
import { lookOpened } from '../api/session';
import type { SupportMessageId } from '../intl/messages';
import { useSupportText } from '../intl/text';
import { Initials } from '../ui/Initials';
import { isReason, ReasonField } from '../ui/ReasonField';
import { reasonFrom } from './lookReason';

const USUAL: SupportMessageId[] = [
  'support.look.usual.balance',
  'support.look.usual.deposit',
  'support.look.usual.withdrawal',
];

/** Asks for the reason once; everything seen of the player afterwards is recorded with it. */
export function AskLook({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const problemText = useProblemText();
  const dispatch = useStaffDispatch();
  const [askLook, { isLoading, error }] = useAskLookMutation();
  const [search] = useSearchParams();
  const [reason, setReason] = useState(() => {
    const words = reasonFrom(search);
    return words ? t(words.message, words.values) : '';
  });
  const [isShort, setIsShort] = useState(false);
  // Where staff come from the name is on the screen; an address alone shows nobody.
  const name = useHistoryState<{ name?: string } | null>()?.name;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsShort(!isReason(reason));
    if (!isReason(reason) || isLoading) return;
    const answer = await askLook({ id: playerId, reason: reason.trim() });
    if (answer.data) dispatch(lookOpened({ playerId, look: answer.data }));
  };

  return (
    <Card className="mx-auto mt-6 max-w-2xl">
      {name ? (
        <p className="mb-4 flex items-center gap-3">
          <Initials name={name} className="size-12" />
          <span className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
            {name}
          </span>
        </p>
      ) : (
        <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="eye" size={24} />
        </span>
      )}
      <h1 className="text-xl font-bold">{t('support.look.title')}</h1>
      <p className="mt-1 mb-4 text-muted">{t('support.look.lead')}</p>
      <form ref={form} onSubmit={onSubmit} noValidate className="space-y-4">
        <ReasonField name="reason" value={reason} onChange={setReason} isShort={isShort} />
        <div className="flex flex-wrap gap-2">
          {USUAL.map((id) => (
            <button
              key={id}
              type="button"
              onClick={() => setReason(t(id))}
              aria-pressed={reason === t(id)}
              className="min-h-11 rounded-full bg-sunken px-4 text-sm font-medium hover:bg-accent-soft hover:text-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
            >
              {t(id)}
            </button>
          ))}
        </div>
        {error && <ErrorNote>{problemText(error)}</ErrorNote>}
        <Button type="submit" busy={isLoading}>
          {t('support.look.open')}
        </Button>
      </form>
    </Card>
  );
}
