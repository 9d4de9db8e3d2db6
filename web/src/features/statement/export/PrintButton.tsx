import { useLocale } from '../../../intl/locale';
import { useText } from '../../../intl/text';
import { ErrorDialog } from '../../../ui/dialog/ErrorDialog';
import { Button } from '../../../ui/display/Button';
import { type Days, isWrongOrder } from '../days';
import { fileName, momentsOf } from './exportPeriod';
import { useExport } from './useExport';

/** Opens the PDF of the shown days in a tab, from where it is printed. */
export function PrintButton({ shown }: { shown: Days }) {
  const t = useText();
  const lang = useLocale();
  const { run, start, reset } = useExport();
  const open = () => {
    // Within the press: after the wait for the file browsers would block the tab as a pop-up.
    const tab = window.open('about:blank', '_blank');
    start({ format: 'pdf', lang, ...momentsOf(shown) }, fileName(shown, 'pdf'), tab);
  };
  return (
    <>
      <Button
        tone="secondary"
        icon="printer"
        busy={run.kind === 'busy'}
        disabled={isWrongOrder(shown)}
        onClick={open}
      >
        {t('statement.print')}
      </Button>
      {run.kind === 'failed' && <ErrorDialog error={run.error} onClose={reset} />}
    </>
  );
}
