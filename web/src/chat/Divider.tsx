/** The dividers between messages: the day, and the end of a conversation. */
import { formatDay } from '../intl/moment';
import { useText } from '../intl/text';

const DAY_MS = 86_400_000;

function Divider({ text }: { text: string }) {
  return (
    <p className="my-4 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="tabular">{text}</span>
    </p>
  );
}

/** `day` as `formatDay` writes it. */
export function DayDivider({ day }: { day: string }) {
  const t = useText();
  const now = Date.now();
  const dayOf = (time: number) => formatDay(new Date(time).toISOString());
  if (day === dayOf(now)) return <Divider text={t('chat.today')} />;
  if (day === dayOf(now - DAY_MS)) return <Divider text={t('chat.yesterday')} />;
  return <Divider text={day} />;
}

export function EndDivider() {
  const t = useText();
  return <Divider text={t('chat.endConversation')} />;
}
