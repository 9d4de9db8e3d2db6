import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import type { CurrencyReport, ReportFigures, ReportLine } from '../api/reportApi';
import { useNameOf, useSupportText } from '../intl/text';
import { Figures } from '../operations/Figures';
import { moneyText, useReplayWords } from '../replay/words';
import { shownDay } from '../ui/days';
import { DayChart } from './DayChart';
import { sumOf, sumsByDay } from './figures';

const COIN = 'COIN';

/** Kinds that may have several lines, so they have a sum as well. */
const SUMMED = ['DEPOSIT', 'REWARD', 'GAME_RESULT'] as const;

function useLineName(): (line: Pick<ReportLine, 'kind' | 'part'>) => string {
  const nameOf = useNameOf();
  const words = useReplayWords();
  const t = useSupportText();
  return ({ kind, part }) => {
    if (kind === 'GAME_RESULT' || kind === 'GAME_TRANSFER') {
      return t(`support.report.${kind}`, { game: words.place(part ?? '') });
    }
    return nameOf('support.report.line', part ? `${kind}.${part}` : kind);
  };
}

function LineTable({ total, currency }: { total: ReportFigures; currency: string }) {
  const t = useSupportText();
  const nameOfLine = useLineName();
  const money = (amount: string) => moneyText({ amount, currency });
  const lines = total.lines.map((line) => ({
    key: `${line.kind} ${line.part ?? ''}`,
    cells: [nameOfLine(line), money(line.amount), line.count.toLocaleString('en')],
  }));
  const kinds = SUMMED.filter((kind) => total.lines.some((line) => line.kind === kind));
  const sum = (key: string, label: string, amount: string) => ({
    key,
    cells: [
      <strong key="label">{label}</strong>,
      <strong key="amount">{money(amount)}</strong>,
      '',
    ],
  });
  const sums = [
    ...kinds.map((kind) => sum(kind, t(`support.report.sum.${kind}`), sumOf(total, kind))),
    ...(currency === COIN ? [] : [sum('net', t('support.report.net'), total.net)]),
    sum('held', t('support.report.held'), total.held),
  ];
  return (
    <Figures
      label={t('support.report.table', { currency })}
      columns={[
        { label: t('support.report.what') },
        { label: t('common.amount'), isNumber: true },
        { label: t('support.report.count'), isNumber: true },
      ]}
      rows={[...lines, ...sums]}
    />
  );
}

/** The sums of each day, folded: a year has many. */
function DayTable({ report }: { report: CurrencyReport }) {
  const t = useSupportText();
  const { currency, days } = report;
  const money = (amount: string) => moneyText({ amount, currency });
  const number = (label: string) => ({ label, isNumber: true });
  return (
    <details className="group mt-2">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm font-medium text-accent">
        {t('support.report.days', { n: days.length })}
        <Icon name="chevronDown" size={18} className="group-open:rotate-180" />
      </summary>
      <Figures
        label={t('support.report.days', { n: days.length })}
        columns={[
          { label: t('common.date') },
          number(t('support.report.sum.DEPOSIT')),
          number(t('support.report.line.WITHDRAWAL')),
          number(t('support.report.line.CORRECTION')),
          number(t('support.report.sum.REWARD')),
          number(t('support.report.sum.GAME_RESULT')),
          number(t('support.report.net')),
        ]}
        rows={days.map(({ day, figures }) => ({
          key: day,
          cells: [
            shownDay(day),
            money(sumOf(figures, 'DEPOSIT')),
            money(sumOf(figures, 'WITHDRAWAL')),
            money(sumOf(figures, 'CORRECTION')),
            money(sumOf(figures, 'REWARD')),
            money(sumOf(figures, 'GAME_RESULT')),
            money(figures.net),
          ],
        }))}
      />
    </details>
  );
}

interface CurrencySectionProps {
  report: CurrencyReport;
  /** Every day of the range. */
  days: readonly string[];
}

/** The report in one currency; amounts of different currencies are never added. */
export function CurrencySection({ report, days }: CurrencySectionProps) {
  const t = useSupportText();
  const { currency, total } = report;
  const isMoney = currency !== COIN;
  const name = isMoney ? currency : t('support.report.coins');
  const chart = (kind: 'DEPOSIT' | 'WITHDRAWAL') => sumsByDay(report, kind, days);
  return (
    <section aria-label={name} className="space-y-4">
      <h2 className="text-lg font-semibold">{name}</h2>
      {isMoney && days.length > 1 && (
        <div className="grid gap-4 lg:grid-cols-2">
          <DayChart
            title={t('support.report.sum.DEPOSIT')}
            tint="positive"
            days={days}
            amounts={chart('DEPOSIT')}
            currency={currency}
          />
          <DayChart
            title={t('support.report.line.WITHDRAWAL')}
            tint="gold"
            days={days}
            amounts={chart('WITHDRAWAL')}
            currency={currency}
          />
        </div>
      )}
      <Card>
        <LineTable total={total} currency={currency} />
        {isMoney && days.length > 1 && <DayTable report={report} />}
      </Card>
    </section>
  );
}
