import { useState } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { ConfirmDialog } from './ConfirmDialog';

/** Gives up a command without an answer. It may still happen, so the player confirms that first. */
export function ForgetIntent({ onForget }: { onForget: () => void }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button tone="quiet" wide className="mt-3" onClick={() => setAsking(true)}>
        {t('money.forgetIntent')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('money.forgetIntent')}
          confirmLabel={t('money.forgetIntent')}
          danger
          onConfirm={onForget}
          onCancel={() => setAsking(false)}
        >
          <p>{t('money.forgetLead')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
