import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { useNow } from '../../ui/display/clock';
import { Icon } from '../../ui/display/Icon';
import { SelectField } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import type { ActsState } from '../api/trailApi';
import { useSupportText } from '../intl/text';
import { DayField } from '../ui/DayField';
import { lastDays } from '../ui/days';
import { ALL, type Asked, FIRST, faultOf, GROUPS, writeFilter } from './filter';

const NOTHING: Asked = { staff: '', act: FIRST, player: '', from: '', to: '', q: '' };

/** Each reading of the trail is an entry of it: not one for each letter. */
const PAUSE_MS = 700;

const PRESETS = [
  { days: 1, label: 'support.trail.today' },
  { days: 7, label: 'support.trail.week' },
  { days: 30, label: 'support.trail.month' },
] as const;

interface TrailFiltersProps {
  asked: Asked;
  staff: ActsState['staff'];
  onAsk: (asked: Asked) => void;
}

/** The usual periods; the chosen one is known by its days. */
function Periods({ asked, onAsk }: Omit<TrailFiltersProps, 'staff'>) {
  const t = useSupportText();
  const now = useNow();
  const choices = [
    { label: t('support.trail.always'), from: '', to: '' },
    ...PRESETS.map(({ days, label }) => ({ label: t(label), ...lastDays(days, now) })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('support.trail.period')}</legend>
      {choices.map(({ label, from, to }) => (
        <Choice
          key={label}
          label={label}
          isChosen={asked.from === from && asked.to === to}
          onChoose={() => onAsk({ ...asked, from, to })}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'min-h-11 rounded-full px-4 text-sm font-medium whitespace-nowrap',
        isChosen ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
      )}
    >
      {label}
    </button>
  );
}

/** Decisions, or all that staff did. */
function Extent({ asked, onAsk }: Omit<TrailFiltersProps, 'staff'>) {
  const t = useSupportText();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('support.trail.extent')}</legend>
      <Choice
        label={t('support.trail.group.decision')}
        isChosen={asked.act === FIRST}
        onChoose={() => onAsk({ ...asked, act: FIRST })}
      />
      <Choice
        label={t('support.trail.everything')}
        isChosen={asked.act === ALL}
        onChoose={() => onAsk({ ...asked, act: ALL })}
      />
    </fieldset>
  );
}

type Typed = Pick<Asked, 'player' | 'q'>;

/** What is typed, which is asked for when one pauses. */
function useTyped({ asked, onAsk }: Omit<TrailFiltersProps, 'staff'>) {
  const [typed, setTyped] = useState<Typed>({ player: asked.player, q: asked.q });
  const wanted = { ...asked, player: typed.player.trim(), q: typed.q.trim() };
  const isWrong = faultOf('player', wanted) !== null;
  const isNew = wanted.player !== asked.player || wanted.q !== asked.q;
  // A period that was chosen during the pause is kept.
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause after what was typed last.
  useEffect(() => {
    if (!isNew || isWrong) return;
    const timer = setTimeout(() => onAsk(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed.player, typed.q]);
  return { typed, setTyped, isWrong };
}

interface FieldsProps extends TrailFiltersProps {
  typed: Typed;
  isWrong: boolean;
  onType: (typed: Typed) => void;
}

function Fields({ asked, staff, onAsk, typed, isWrong, onType }: FieldsProps) {
  const t = useSupportText();
  const set = (field: keyof Asked) => (text: string) => onAsk({ ...asked, [field]: text });
  return (
    <div className="grid grid-cols-1 items-start gap-4 pt-4 sm:grid-cols-2 lg:grid-cols-3 min-[90rem]:grid-cols-6">
      <DayField label={t('support.trail.from')} value={asked.from} onChange={set('from')} />
      <DayField
        label={t('support.trail.to')}
        value={asked.to}
        onChange={set('to')}
        error={faultOf('to', asked) ? t('support.trail.noPeriod') : null}
      />
      <SelectField
        label={t('support.trail.staff')}
        value={asked.staff}
        onChange={set('staff')}
        options={[
          { value: '', label: t('support.trail.everybody') },
          ...staff.map(({ id, name, username }) => ({
            value: id,
            label: `${name} (${username})`,
          })),
        ]}
      />
      <SelectField
        label={t('support.trail.act')}
        value={asked.act}
        onChange={set('act')}
        options={[
          { value: ALL, label: t('support.trail.everything') },
          ...GROUPS.map((group) => ({
            value: group,
            label: t(`support.trail.group.${group}`),
          })),
        ]}
      />
      <TextField
        label={t('support.trail.player')}
        value={typed.player}
        onChange={(player) => onType({ ...typed, player })}
        maxLength={36}
        autoComplete="off"
        spellCheck={false}
        error={isWrong ? t('support.trail.noPlayer') : null}
      />
      <TextField
        label={t('support.trail.reason')}
        value={typed.q}
        onChange={(q) => onType({ ...typed, q })}
        maxLength={100}
        autoComplete="off"
      />
    </div>
  );
}

/** Chosen at once; what is typed, when one pauses. */
export function TrailFilters(props: TrailFiltersProps) {
  const { asked, onAsk } = props;
  const t = useSupportText();
  const { typed, setTyped, isWrong } = useTyped(props);
  const clear = () => {
    setTyped({ player: '', q: '' });
    onAsk(NOTHING);
  };
  const isFiltered = Object.keys(writeFilter(asked)).length > 0;
  // An address with filters shows them; what one folds or unfolds then stays so.
  const [isUnfolded] = useState(isFiltered);

  return (
    <search className="block space-y-4 rounded-card bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Extent asked={asked} onAsk={onAsk} />
        <Periods asked={asked} onAsk={onAsk} />
        {isFiltered && (
          <Button tone="quiet" className="min-h-11! px-4! text-sm" onClick={clear}>
            {t('support.trail.clear')}
          </Button>
        )}
      </div>
      <details open={isUnfolded} className="group">
        <summary className="-my-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm font-medium text-accent">
          {t('support.trail.filters')}
          <Icon name="chevronDown" size={18} className="group-open:rotate-180" />
        </summary>
        <Fields {...props} typed={typed} isWrong={isWrong} onType={setTyped} />
      </details>
    </search>
  );
}
