import { type ReactNode, useId } from 'react';
import { useBalanceState } from '../../api/askGames';
import { WALLET } from '../../api/command/transferCommand';
import { useText } from '../../intl/text';
import { Asked } from '../../ui/display/Asked';
import { classNames } from '../../ui/display/classNames';
import { GameCover } from '../../ui/display/GameCover';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { FieldNote } from '../../ui/field/Field';
import type { SelectOption } from '../../ui/field/SelectField';
import type { TransferAccount } from './transferForm';

export interface PlaceOption extends SelectOption {
  /** The balance, or why the place is closed. */
  state: string;
}

interface Side {
  label: string;
  /** While nothing is chosen. */
  placeholder: string;
  account: TransferAccount | undefined;
  options: readonly PlaceOption[];
  onChange: (code: string) => void;
  error: string | null;
}

interface AccountCardsProps {
  from: Side;
  to: Side;
  nameOf: (code: string) => string;
  hint: string | null;
  onSwap: () => void;
}

/** Where the money comes from above, where it goes below, and the button that swaps the two. */
export function AccountCards({ from, to, nameOf, hint, onSwap }: AccountCardsProps) {
  const t = useText();
  const noteId = useId();
  const error = from.error ?? to.error;
  return (
    <div>
      <div className="relative rounded-card border border-edge [&>div+div]:border-t [&>div+div]:border-line">
        <AccountCard {...from} {...{ nameOf, noteId }} />
        <AccountCard {...to} {...{ nameOf, noteId }} />
        <IconButton
          icon="transfer"
          label={t('transfer.swap')}
          onClick={onSwap}
          className="absolute! end-4 top-1/2 -translate-y-1/2 rotate-90 bg-accent text-on-accent shadow-card ring-4 ring-surface hover:bg-accent-strong!"
        />
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

interface AccountCardProps extends Side {
  nameOf: (code: string) => string;
  noteId: string;
}

interface OneAccountCardProps extends Omit<AccountCardProps, 'noteId'> {
  hint: ReactNode;
}

/** One place alone, with its own note. */
export function OneAccountCard({ hint, ...card }: OneAccountCardProps) {
  const noteId = useId();
  return (
    <div>
      <div className="rounded-card border border-edge">
        <AccountCard {...card} noteId={noteId} />
      </div>
      <FieldNote id={noteId} hint={hint} error={card.error} />
    </div>
  );
}

/** The device's own list lies over what is drawn here, so that the whole card opens it. */
function AccountCard({ account, error, onChange, ...card }: AccountCardProps) {
  const id = useId();
  const isAsked = useBalanceState(account?.code ?? '') === 'asked';
  const chosen = card.options.find(({ value }) => value === account?.code);
  return (
    <div
      className={classNames(
        'relative flex min-h-16 items-center gap-3 py-3 ps-4 pe-20 first:rounded-t-card last:rounded-b-card hover:bg-sunken',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        error && 'bg-negative-soft',
      )}
    >
      <Picture account={account} />
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-xs text-muted">
          {card.label}
        </label>
        <span aria-hidden="true" className="flex items-center gap-1">
          <span className={classNames('truncate py-px font-semibold', !account && 'text-muted')}>
            {account ? card.nameOf(account.code) : card.placeholder}
          </span>
          <Icon name="chevronDown" size={16} className="shrink-0 text-muted" />
        </span>
        {chosen && (
          <span aria-hidden="true" className="tabular block text-sm text-muted">
            <Asked isAsked={isAsked}>{chosen.state}</Asked>
          </span>
        )}
      </span>
      <select
        id={id}
        value={account?.code ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={card.noteId}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none bg-surface text-base opacity-0"
      >
        <option value="" disabled>
          {card.placeholder}
        </option>
        {card.options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Picture({ account }: { account: TransferAccount | undefined }) {
  if (account?.slot) {
    return <GameCover slot={account.slot} className="size-11 shrink-0 rounded-xl" />;
  }
  return (
    <span
      className={classNames(
        'flex size-11 shrink-0 items-center justify-center rounded-xl',
        account ? 'bg-accent text-on-accent' : 'bg-sunken text-muted',
      )}
    >
      <Icon name={account?.code === WALLET ? 'wallet' : 'game'} size={22} />
    </span>
  );
}
