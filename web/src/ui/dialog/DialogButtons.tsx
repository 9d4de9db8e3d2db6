import type { ComponentProps } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';

interface DialogButtonsProps extends ComponentProps<typeof Button> {
  onCancel: () => void;
  /** A step that cannot be undone. */
  danger?: boolean;
}

/** The two ways out of a dialog: to leave it, and to do what it is for. */
export function DialogButtons({ onCancel, danger = false, ...action }: DialogButtonsProps) {
  const t = useText();
  return (
    <>
      <Button tone="secondary" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button tone={danger ? 'danger' : 'primary'} {...action} />
    </>
  );
}
