import { type ComponentProps, useState } from 'react';
import { useSelector } from 'react-redux';
import { getChatConfig } from '../api/chatApi';
import type { Slip } from '../api/types';
import { useAppDispatch } from '../client/hooks';
import { formatMoment } from '../intl/moment';
import { useSlipReason, useText } from '../intl/text';
import { dialogsClosed } from '../ui/dialog/dialog';
import { useLeaveFor } from '../ui/dialog/useLeaveFor';
import { Button } from '../ui/display/Button';
import { type ChatState, messageHandedOver } from './chatState';

interface SlipToSupportProps extends ComponentProps<typeof Button> {
  slip: Pick<Slip, 'id'> & Partial<Slip>;
  /** Why it was refused. */
  note: string | null;
}

/**
 * Opens the chat with a reference to a refused slip. The picture itself is not copied: messages and
 * slips are stored for different lengths of time.
 */
export function SlipToSupport({ slip, note, ...button }: SlipToSupportProps) {
  const t = useText();
  const slipReason = useSlipReason();
  const dispatch = useAppDispatch();
  const leaveFor = useLeaveFor();
  const isOn = useSelector((state: ChatState) => state.chat.isOn);
  const [isBusy, setBusy] = useState(false);
  const title = slip.createdAt
    ? t('slip.named', { time: formatMoment(slip.createdAt) })
    : t('slip.slip');
  const send = async () => {
    setBusy(true);
    // The chat loads after the page; until then only the server knows whether there is one.
    const hasChat = isOn || (await getChatConfig()).data?.isOn;
    setBusy(false);
    if (!hasChat) return leaveFor('/user/contact');
    const lines = [
      title,
      note && slipReason(note),
      slip.reference && t('slip.reference', { reference: slip.reference }),
    ];
    const payload = `SLIP:${slip.id}`;
    const message = lines.filter(Boolean).join('\n');
    // On a desktop the chat is next to the page, which a dialog would cover.
    dispatch(dialogsClosed());
    dispatch(
      messageHandedOver({
        clientId: `slip-${slip.id}`,
        message: { message_type: 'postback', payload: { title, payload, message } },
      }),
    );
  };
  return (
    <Button
      {...button}
      icon="chat"
      busy={isBusy}
      onClick={send}
      aria-label={`${t('slip.toSupport')}: ${title}`}
    >
      {t('slip.toSupport')}
    </Button>
  );
}
