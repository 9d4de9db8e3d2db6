import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/display/Button';
import { SelectField } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import type { ActsState } from '../api/trailApi';
import { useSupportText } from '../intl/text';
import { type Asked, faultOf, GROUPS } from './filter';

const NOTHING: Asked = { staff: '', act: '', player: '', from: '', to: '', q: '' };

interface TrailFiltersProps {
  asked: Asked;
  staff: ActsState['staff'];
  onAsk: (asked: Asked) => void;
}

/** Each reading of the trail is an entry of it, so it is read when asked for. */
export function TrailFilters({ asked, staff, onAsk }: TrailFiltersProps) {
  const t = useSupportText();
  const [typed, setTyped] = useState(asked);
  const [isSent, setIsSent] = useState(false);
  const set = (field: keyof Asked) => (text: string) => setTyped({ ...typed, [field]: text });
  const trimmed = { ...typed, player: typed.player.trim() };
  const faults = { player: faultOf('player', trimmed), to: faultOf('to', trimmed) };
  const isFiltered = Object.values(asked).some((text) => text !== '');

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (!faults.player && !faults.to) onAsk(trimmed);
  };
  const onClear = () => {
    setTyped(NOTHING);
    onAsk(NOTHING);
  };

  return (
    <search>
      <form
        onSubmit={onSubmit}
        noValidate
        className="grid grid-cols-1 items-start gap-4 rounded-card bg-surface p-5 shadow-card sm:grid-cols-2 lg:grid-cols-3 min-[90rem]:grid-cols-6"
      >
        <SelectField
          label={t('support.trail.staff')}
          value={typed.staff}
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
          value={typed.act}
          onChange={set('act')}
          options={[
            { value: '', label: t('support.trail.everything') },
            ...GROUPS.map((group) => ({ value: group, label: t(`support.trail.group.${group}`) })),
          ]}
        />
        <TextField
          label={t('support.trail.player')}
          value={typed.player}
          onChange={set('player')}
          maxLength={36}
          autoComplete="off"
          spellCheck={false}
          error={isSent && faults.player ? t('support.trail.noPlayer') : null}
        />
        <TextField
          type="date"
          label={t('support.trail.from')}
          value={typed.from}
          onChange={set('from')}
        />
        <TextField
          type="date"
          label={t('support.trail.to')}
          value={typed.to}
          onChange={set('to')}
          error={isSent && faults.to ? t('support.trail.noPeriod') : null}
        />
        <TextField
          label={t('support.trail.reason')}
          value={typed.q}
          onChange={set('q')}
          maxLength={100}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3 sm:col-span-full">
          <Button type="submit">{t('support.trail.show')}</Button>
          {isFiltered && (
            <Button tone="quiet" onClick={onClear}>
              {t('support.trail.clear')}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}
