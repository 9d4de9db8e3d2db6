import type { MouseEvent } from 'react';
import type { StatementLine } from '../../api/types';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { useActivity } from '../../ui/statement/line';

/** A line's receipt, in both faces: a press on the line opens it, as its button does. */
export function useReceipt(line: StatementLine) {
  const t = useText();
  const dialog = useDialog();
  const activity = useActivity(line);
  const time = formatMoment(line.createdAt);
  const open = () => dialog.open('receipt', { line });
  const onPress = ({ target }: MouseEvent) => {
    // The slip's picture is a dialog inside the line.
    if (!(target as Element).closest('button, dialog')) open();
  };
  return { activity, label: t('statement.receiptNamed', { activity, time }), open, onPress };
}
