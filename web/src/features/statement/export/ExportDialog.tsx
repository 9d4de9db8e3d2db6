import { useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '../../../api/exportApi';
import { useLocale } from '../../../intl/locale';
import { useText } from '../../../intl/text';
import { Modal } from '../../../ui/dialog/Modal';
import { Button } from '../../../ui/display/Button';
import { Icon } from '../../../ui/display/Icon';
import { ErrorNote } from '../../../ui/feedback/ErrorNote';
import { ProblemText } from '../../../ui/feedback/ProblemText';
import { TextField } from '../../../ui/field/TextField';
import { type Days, isWrongOrder } from '../days';
import { Choices } from './Choices';
import { daysOf, fileName, momentsOf, PERIOD_KINDS, type PeriodKind } from './exportPeriod';
import { type Run, useExport } from './useExport';

interface ExportDialogProps {
  /** The days that the page shows. */
  shown: Days;
  onClose: () => void;
}

/** The statement of a period as a file: to read, or with the proof of each line inside. */
export default function ExportDialog({ shown, onClose }: ExportDialogProps) {
  const t = useText();
  const lang = useLocale();
  const { run, start, reset } = useExport();
  const hasDays = shown.from !== null || shown.to !== null;
  const [kind, setKind] = useState<PeriodKind>(hasDays ? 'days' : 'thisMonth');
  const [chosen, setChosen] = useState<Days>(shown);
  const [format, setFormat] = useState<ExportFormat>('pdf');
  const isWrong = kind === 'days' && isWrongOrder(chosen);
  /** Clears the result of the last file. */
  const changing =
    <Value,>(change: (value: Value) => void) =>
    (value: Value) => {
      change(value);
      if (run.kind !== 'busy') reset();
    };
  const download = () => {
    const days = daysOf(kind, chosen, Date.now());
    start({ format, lang, ...momentsOf(days) }, fileName(days, format));
  };
  return (
    <Modal
      title={t('statement.export.title')}
      onClose={onClose}
      footer={
        <Button icon="deposit" busy={run.kind === 'busy'} disabled={isWrong} onClick={download}>
          {t(run.kind === 'busy' ? 'statement.export.busy' : 'statement.export.download')}
        </Button>
      }
    >
      <div className="space-y-5">
        <p className="text-muted">{t('statement.export.lead')}</p>
        <Choices
          label={t('statement.export.period')}
          options={PERIOD_KINDS.map((it) => ({ value: it, label: t(`statement.export.${it}`) }))}
          value={kind}
          onChange={changing(setKind)}
        />
        {kind === 'days' && (
          <DayFields days={chosen} isWrong={isWrong} onChange={changing(setChosen)} />
        )}
        <Choices
          label={t('statement.export.format')}
          options={EXPORT_FORMATS.map((it) => ({
            value: it,
            label: it.toUpperCase(),
            detail: t(`statement.export.${it}`),
          }))}
          value={format}
          onChange={changing(setFormat)}
        />
        <Outcome run={run} />
        <CheckerLink />
      </div>
    </Modal>
  );
}

interface DayFieldsProps {
  days: Days;
  isWrong: boolean;
  onChange: (days: Days) => void;
}

function DayFields({ days, isWrong, onChange }: DayFieldsProps) {
  const t = useText();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        type="date"
        label={t('statement.filter.from')}
        value={days.from ?? ''}
        max={days.to ?? undefined}
        onChange={(from) => onChange({ ...days, from: from || null })}
        error={isWrong ? t('statement.filter.wrongOrder') : null}
      />
      <TextField
        type="date"
        label={t('statement.filter.to')}
        value={days.to ?? ''}
        min={days.from ?? undefined}
        onChange={(to) => onChange({ ...days, to: to || null })}
      />
    </div>
  );
}

function Outcome({ run }: { run: Run }) {
  const t = useText();
  if (run.kind === 'failed')
    return (
      <ErrorNote>
        <ProblemText error={run.error} />
      </ErrorNote>
    );
  return (
    <p role="status" className="text-sm font-medium text-positive empty:hidden">
      {run.kind === 'saved' && t('statement.export.saved', { name: run.name })}
    </p>
  );
}

/** The page that checks such files without us. */
function CheckerLink() {
  const t = useText();
  return (
    <p className="text-sm text-muted">
      <a
        href="/verify.html"
        download="verify.html"
        className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent hover:underline"
      >
        <Icon name="deposit" size={18} />
        {t('statement.export.checker')}
      </a>
      <span className="block">{t('statement.export.checkerLead')}</span>
    </p>
  );
}
