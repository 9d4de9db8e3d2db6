import { useState } from 'react';
import { useStore } from 'react-redux';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { useNow } from '../../ui/display/clock';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useToast } from '../../ui/feedback/toasts';
import { download } from '../api/download';
import type { StaffStore } from '../api/hooks';
import { type DayRange, type PeriodReport, useGetReportQuery } from '../api/reportApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { DayField } from '../ui/DayField';
import { CurrencySection } from './CurrencySection';
import { daysOf, faultOf, PRESETS, type Preset, presetDays, shownPreset } from './range';

/** What the page opens with: a shift asks about its own day. */
const FIRST: Preset = 'today';

interface PickerProps {
  range: DayRange;
  onPick: (range: DayRange) => void;
}

function Picker({ range, onPick }: PickerProps) {
  const t = useSupportText();
  const now = useNow();
  const [chosen, setChosen] = useState<Preset>(FIRST);
  const shown = shownPreset(range, chosen, now);
  const pick = (preset: Preset) => {
    setChosen(preset);
    onPick(presetDays(preset, now));
  };
  const fault = faultOf(range);
  return (
    <div className="space-y-4 rounded-card bg-surface p-5 shadow-card">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('support.trail.period')}</legend>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === shown}
            onClick={() => pick(preset)}
            className={classNames(
              'min-h-11 rounded-full px-4 text-sm font-medium whitespace-nowrap',
              preset === shown ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
            )}
          >
            {t(`support.report.preset.${preset}`)}
          </button>
        ))}
      </fieldset>
      <div className="grid max-w-xl grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <DayField
          label={t('support.trail.from')}
          value={range.from}
          onChange={(from) => onPick({ ...range, from })}
        />
        <DayField
          label={t('support.trail.to')}
          value={range.to}
          onChange={(to) => onPick({ ...range, to })}
          error={fault && t(`support.report.fault.${fault}`)}
        />
      </div>
    </div>
  );
}

function ExportButton({ range }: { range: DayRange }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const store = useStore() as unknown as StaffStore;
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const query = new URLSearchParams({ ...range });
    const problem = await download(store, `/api/support/report/export?${query}`, 'report.csv');
    setBusy(false);
    if (problem) toast.error(problemText(problem));
  };
  return (
    <Button
      tone="quiet"
      icon="deposit"
      busy={busy}
      disabled={faultOf(range) !== null}
      onClick={() => void save()}
    >
      {t('support.lists.export')}
    </Button>
  );
}

function Players({ players }: Pick<PeriodReport, 'players'>) {
  const t = useSupportText();
  const figures = [
    { label: t('support.report.newPlayers'), value: players.new },
    { label: t('support.report.activePlayers'), value: players.active },
  ];
  return (
    <Card flush>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line">
        {figures.map(({ label, value }) => (
          <div key={label} className="min-w-0 bg-surface px-5 py-3.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="tabular text-xl font-semibold">{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Shown({ report }: { report: PeriodReport }) {
  const t = useSupportText();
  const days = daysOf(report);
  return (
    <>
      <Players players={report.players} />
      {report.currencies.length === 0 && (
        <EmptyState icon="statement" title={t('support.report.nothing')} />
      )}
      {report.currencies.map((each) => (
        <CurrencySection key={each.currency} report={each} days={days} />
      ))}
    </>
  );
}

function Report({ range }: { range: DayRange }) {
  const { currentData, error, isFetching, refetch } = useGetReportQuery(range, {
    skip: faultOf(range) !== null,
    refetchOnMountOrArgChange: true,
  });
  if (currentData) return <Shown report={currentData} />;
  if (error && !isFetching) return <ProblemState error={error} onRetry={refetch} />;
  return <Skeleton className="h-66 w-full rounded-card" />;
}

/** The report of a range of days: money, coins, new members and active players. */
export default function ReportPage() {
  const t = useSupportText();
  useTitle(t('support.nav.report'));
  const [range, setRange] = useState<DayRange>(() => presetDays(FIRST, Date.now()));
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t('support.nav.report')}</h1>
        <ExportButton range={range} />
      </div>
      <Picker range={range} onPick={setRange} />
      {faultOf(range) === null && <Report range={range} />}
    </div>
  );
}
