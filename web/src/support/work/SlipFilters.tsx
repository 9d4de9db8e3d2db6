import type { FormEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { inputClass } from '../../ui/field/Field';
import type { SlipFilter } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { listHref } from './slipFilter';

interface ChoiceProps {
  filter: SlipFilter | null;
  isChosen: boolean;
  label: string;
}

function Choice({ filter, isChosen, label }: ChoiceProps) {
  return (
    <Link
      href={listHref('slips', filter)}
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-full px-3 text-sm font-medium whitespace-nowrap',
        isChosen ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
      )}
    >
      {label}
    </Link>
  );
}

/** A payment's slips by the bank's reference; each search is recorded, so it waits for Enter. */
function ReferenceSearch({ reference }: { reference: string }) {
  const t = useSupportText();
  const [, navigate] = useLocation();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('reference')).trim();
    navigate(listHref('slips', typed ? { reference: typed } : null));
  };
  return (
    <search>
      <form onSubmit={onSubmit} className="relative max-w-96">
        <Icon
          name="search"
          size={18}
          className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          name="reference"
          defaultValue={reference}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('support.work.bankReference')}
          placeholder={t('support.work.bankReference')}
          className={inputClass(false, 'ps-10! text-sm!')}
        />
      </form>
    </search>
  );
}

/** The slips that wait, or others: by what became of them, by their player or by their payment. */
export function SlipFilters({ filter }: { filter: SlipFilter | null }) {
  const t = useSupportText();
  const state = filter && 'state' in filter ? filter.state : null;
  const player = filter && 'player' in filter ? filter : null;
  const reference = filter && 'reference' in filter ? filter.reference : '';
  return (
    <div className="space-y-2 border-b border-line p-3">
      <nav aria-label={t('support.work.list.slips')} className="flex flex-wrap gap-1.5">
        <Choice filter={null} isChosen={!filter} label={t('support.work.slipState.waiting')} />
        <Choice
          filter={{ state: 'REFUSED' }}
          isChosen={state === 'REFUSED'}
          label={t('support.work.slipState.refused')}
        />
        <Choice
          filter={{ state: 'CREDITED' }}
          isChosen={state === 'CREDITED'}
          label={t('support.work.slipState.credited')}
        />
        {player && <Choice filter={player} isChosen label={t('support.work.slipsOfPlayer')} />}
      </nav>
      <ReferenceSearch key={reference} reference={reference} />
    </div>
  );
}
