import { type FormEvent, useState } from 'react';
import { parseAmount, parseNumber } from '../../intl/money';
import { useProblemText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { SelectField } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import { useLazyFindCrossingQuery } from '../api/replayApi';
import { useSupportText } from '../intl/text';
import type { Position } from './position';
import { useReplayWords } from './words';

interface FindCrossingProps {
  playerId: string;
  accounts: string[];
  currency: string;
  position: Position;
}

type Side = 'below' | 'above';

/** Finds the event at which a balance first crossed an amount, and moves the replay there. */
export function FindCrossing({ playerId, accounts, currency, position }: FindCrossingProps) {
  const t = useSupportText();
  const words = useReplayWords();
  const problemText = useProblemText();
  const [find, { isFetching, error }] = useLazyFindCrossingQuery();
  const [account, setAccount] = useState('main');
  const [side, setSide] = useState<Side>('below');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [answer, setAnswer] = useState<{ sequence: number | null; after: number } | null>(null);

  const seek = async (after: number) => {
    const parsed = account === 'coins' ? parseNumber(typed, 0) : parseAmount(typed, currency);
    setIsWrong(!parsed.ok);
    setAnswer(null);
    if (!parsed.ok) return;
    const { data } = await find({ id: playerId, account, side, amount: parsed.amount, after });
    if (!data) return;
    setAnswer({ sequence: data.sequence, after });
    if (data.sequence !== null) position.goTo(data.sequence);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    seek(0);
  };

  return (
    <details className="rounded-card bg-surface px-5 py-1 shadow-card open:pb-5">
      <summary className="flex min-h-11 items-center font-medium text-accent">
        {t('support.find.title')}
      </summary>
      <form
        onSubmit={onSubmit}
        noValidate
        className="mt-2 grid items-start gap-3 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <SelectField
          label={t('support.find.account')}
          value={account}
          onChange={setAccount}
          options={accounts.map((code) => ({ value: code, label: words.account(code) }))}
        />
        <SelectField
          label={t('support.find.side')}
          value={side}
          onChange={(value) => setSide(value as Side)}
          options={[
            { value: 'below', label: t('support.find.below') },
            { value: 'above', label: t('support.find.above') },
          ]}
        />
        <TextField
          label={t('common.amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          value={typed}
          onChange={setTyped}
          error={isWrong ? t('support.find.malformed') : null}
        />
        <div className="flex flex-wrap gap-2 sm:col-span-3 xl:col-span-1 xl:pt-7">
          <Button type="submit" busy={isFetching}>
            {t('support.find.go')}
          </Button>
          <Button tone="secondary" onClick={() => seek(position.at)}>
            {t('support.find.next')}
          </Button>
        </div>
      </form>
      <div role="status" className="mt-2 text-sm">
        {answer?.sequence === null &&
          t(answer.after > 0 ? 'support.find.noMore' : 'support.find.never')}
        {answer?.sequence != null && t('support.find.found', { at: answer.sequence })}
      </div>
      {error !== undefined && <ErrorNote>{problemText(error)}</ErrorNote>}
    </details>
  );
}
