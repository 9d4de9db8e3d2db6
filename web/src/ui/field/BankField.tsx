import { type ReactNode, useId, useState } from 'react';
import type { Bank } from '../../api/types';
import { useLocale } from '../../intl/locale';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { BankBadge } from '../display/Badge';
import { classNames } from '../display/classNames';
import { Icon } from '../display/Icon';
import { findBanks, tileName, tilesOf } from './banks';
import { FieldNote, inputClass } from './Field';

interface BankFieldProps {
  banks: readonly Bank[];
  value: string;
  onChange: (bankCode: string) => void;
  error?: string | null | undefined;
  /** Loads the banks again where they could not be loaded. */
  onRetry?: (() => void) | undefined;
}

/** The bank of an account: the usual ones as tiles, the others by a search. */
export function BankField({ banks, value, onChange, error, onRetry }: BankFieldProps) {
  const t = useText();
  const id = useId();
  const [isSearching, setSearching] = useState(false);
  const { tiles, hasMore } = tilesOf(banks, value);
  const choose = (bankCode: string) => {
    setSearching(false);
    onChange(bankCode);
  };
  const choice = (bank: Bank) => (
    <BankChoice
      key={bank.code}
      bank={bank}
      isChosen={bank.code === value}
      isWrong={Boolean(error)}
      isRow={isSearching}
      onChoose={choose}
    />
  );
  return (
    <fieldset aria-describedby={error ? `${id}-note` : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-ink">{t('bank.bank')}</legend>
      {isSearching ? (
        <BankSearch banks={banks} choice={choice} onBack={() => setSearching(false)} />
      ) : (
        <ul className="grid grid-cols-4 gap-2">
          {tiles.map(choice)}
          {hasMore && (
            <li>
              <button
                type="button"
                onClick={() => setSearching(true)}
                className="flex h-full min-h-22 w-full flex-col items-center gap-1 rounded-control border border-line px-1 py-2 text-center text-xs hover:bg-sunken"
              >
                <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
                  <Icon name="search" size={20} />
                </span>
                {t('bank.others')}
              </button>
            </li>
          )}
        </ul>
      )}
      <FieldNote id={`${id}-note`} error={error} />
      {error && banks.length === 0 && (
        <button type="button" onClick={onRetry} className="min-h-11 font-semibold text-accent">
          {t('shell.retry')}
        </button>
      )}
    </fieldset>
  );
}

interface BankChoiceProps {
  bank: Bank;
  isChosen: boolean;
  isWrong: boolean;
  /** A row of a list, with the whole name; else a tile. */
  isRow: boolean;
  onChoose: (bankCode: string) => void;
}

const LOOK =
  'relative flex items-center rounded-control border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';
const TILE = 'h-full min-h-22 flex-col gap-1 px-0.5 py-2 text-center text-xs';
const ROW = 'min-h-14 gap-3 px-3 py-2 text-sm';

function BankChoice({ bank, isChosen, isWrong, isRow, onChoose }: BankChoiceProps) {
  const name = useBankName()(bank);
  const locale = useLocale();
  return (
    <li>
      <label
        className={classNames(
          LOOK,
          isRow ? ROW : TILE,
          isChosen
            ? 'border-accent bg-accent-soft font-semibold ring-1 ring-accent'
            : 'border-line hover:bg-sunken',
        )}
      >
        {/* It covers its place, so that the whole of it is pressed. */}
        <input
          type="radio"
          name="bank"
          value={bank.code}
          checked={isChosen}
          aria-invalid={isWrong || undefined}
          onChange={() => onChoose(bank.code)}
          className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
        />
        <BankBadge code={bank.code} colour={bank.colour} logo={bank.logo} size={44} />
        <span className="leading-snug">{isRow ? name : tileName(bank.code, name, locale)}</span>
        {isChosen && (
          <span className="absolute -end-1.5 -top-1.5 flex size-5 items-center justify-center rounded-full bg-accent text-on-accent">
            <Icon name="check" size={14} />
          </span>
        )}
      </label>
    </li>
  );
}

interface BankSearchProps {
  banks: readonly Bank[];
  choice: (bank: Bank) => ReactNode;
  onBack: () => void;
}

function BankSearch({ banks, choice, onBack }: BankSearchProps) {
  const t = useText();
  const [sought, setSought] = useState('');
  const found = findBanks(banks, sought);
  return (
    <div className="space-y-3">
      <div className="flex gap-2">
        <input
          type="search"
          aria-label={t('bank.search')}
          placeholder={t('bank.search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          // The press that opened the search asked for it.
          // biome-ignore lint/a11y/noAutofocus: see above.
          autoFocus
          className={inputClass(false)}
        />
        <button
          type="button"
          onClick={onBack}
          className="min-h-12 shrink-0 px-2 font-semibold text-accent"
        >
          {t('common.back')}
        </button>
      </div>
      {found.length === 0 ? (
        <p role="status" className="py-4 text-center text-sm text-muted">
          {t('bank.noneFound')}
        </p>
      ) : (
        <ul className="max-h-80 space-y-2 overflow-y-auto p-2">{found.map(choice)}</ul>
      )}
    </div>
  );
}
