import type { StatementLine } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { saveFile } from '../../client/saveFile';
import { formatMoment } from '../../intl/moment';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useAppName } from '../../ui/display/useAppName';
import { useToast } from '../../ui/feedback/toasts';
import { signOf, useActivity } from '../../ui/statement/line';
import { usePlaceName } from '../../ui/statement/usePlaceName';
import { type ReceiptWords, receiptAsPng } from './receiptPicture';
import { shortReference } from './shortReference';
import type { ProofText } from './useProofText';

const SIGNS = { in: '+', out: '−', none: '' };

/** Shares a line's receipt as a picture; a device that shares no files saves it. */
export function useReceiptPicture(line: StatementLine, text: ProofText | null) {
  const t = useText();
  const toast = useToast();
  const place = usePlaceName();
  const activity = useActivity(line);
  const service = useAppName();
  const holder = useGetWalletQuery().data?.bankAccount.bankAccountName;
  const sign = signOf(line);
  const amount = (value: string) => moneyText(value, line.currency);
  return async () => {
    if (!text) return;
    const owner: [string, string][] = holder ? [[t('statement.receipt.holder'), holder]] : [];
    const words: ReceiptWords = {
      service,
      title: t('statement.receipt'),
      activity,
      amount: `${SIGNS[sign]}${amount(line.amount)}`,
      isIn: sign === 'in' && line.status === 'SUCCESS',
      isDone: line.status === 'SUCCESS',
      status: t(`status.${line.status === 'PENDING' ? 'progress' : line.status}`),
      rows: [
        ...owner,
        [t('statement.receipt.from'), place(line.from)],
        [t('statement.receipt.to'), place(line.to)],
        [text('time'), formatMoment(line.createdAt)],
        [t('statement.reference'), shortReference(line.id)],
      ],
      advice: t('statement.receipt.advice', { host: location.host }),
    };
    try {
      const picture = await receiptAsPng(words);
      const name = `receipt-${line.position}.png`;
      const files = [new File([picture], name, { type: picture.type })];
      if (!navigator.canShare?.({ files })) saveFile(picture, name);
      // Closing the share sheet without a choice is no error.
      else await navigator.share({ files }).catch(() => undefined);
    } catch {
      toast.error(t('statement.receipt.noPicture'));
    }
  };
}
