import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../intl/text';
import { ErrorDialog } from '../../../ui/dialog/ErrorDialog';
import { Modal } from '../../../ui/dialog/Modal';
import { Button } from '../../../ui/display/Button';
import { withMessages } from '../../../ui/feedback/lazyPart';
import { isWrongOrder } from '../days';
import type { StatementFilter } from '../statementQuery';
import { PrintSheet } from './PrintSheet';
import { PRINT_LINES_MAX, type PrintedLines } from './readLines';
import { type PrintRun, usePrint } from './usePrint';

const ExportDialog = lazy(withMessages(() => import('../export/ExportDialog')));

interface PrintButtonProps {
  filter: StatementFilter;
}

/** Prints all lines of the shown period, not only those of the shown page. */
export function PrintButton({ filter }: PrintButtonProps) {
  const t = useText();
  const { run, start, print, reset } = usePrint(filter);
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <Button
        tone="secondary"
        icon="printer"
        busy={run.kind === 'reading'}
        disabled={isWrongOrder(filter)}
        onClick={start}
      >
        {t('statement.print')}
      </Button>
      {run.kind === 'asking' && (
        <BeforePrint
          run={run}
          onPrint={print}
          onPdf={() => {
            reset();
            setExporting(true);
          }}
          onClose={reset}
        />
      )}
      {run.kind === 'printing' && <PrintSheet filter={filter} printed={run.printed} />}
      {run.kind === 'failed' && <ErrorDialog error={run.error} onClose={reset} />}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog shown={filter} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}

interface BeforePrintProps {
  run: Extract<PrintRun, { kind: 'asking' }>;
  onPrint: (printed: PrintedLines) => void;
  onPdf: () => void;
  onClose: () => void;
}

/** The lines that will be missing on paper, and the hidden amounts that will be printed. */
function BeforePrint({ run: { printed, isHidden }, onPrint, onPdf, onClose }: BeforePrintProps) {
  const t = useText();
  const hasMore = printed.total > printed.lines.length;
  return (
    <Modal
      title={t('statement.print.title')}
      onClose={onClose}
      footer={
        <>
          <Button
            tone={hasMore ? 'secondary' : 'primary'}
            icon="printer"
            onClick={() => onPrint(printed)}
          >
            {hasMore ? t('statement.print.newest', { n: PRINT_LINES_MAX }) : t('statement.print')}
          </Button>
          {hasMore && (
            <Button icon="deposit" onClick={onPdf}>
              {t('statement.print.asPdf')}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3">
        {hasMore && (
          <p>{t('statement.print.tooMany', { n: PRINT_LINES_MAX, total: printed.total })}</p>
        )}
        {isHidden && <p>{t('statement.print.hidden')}</p>}
      </div>
    </Modal>
  );
}
