import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { withMessages } from '../../../ui/feedback/lazyPart';
import type { Days } from '../days';

const ExportDialog = lazy(withMessages(() => import('./ExportDialog')));

/** Opens the export dialog, which most visits never load. */
export function ExportButton({ shown }: { shown: Days }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="deposit" onClick={() => setOpen(true)}>
        {t('statement.export')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog shown={{ from: shown.from, to: shown.to }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
