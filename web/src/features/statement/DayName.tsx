import { formatDay } from '../../intl/moment';
import { useText } from '../../intl/text';

const DAY_MS = 86_400_000;

/** A day of the statement: `21/11/2026`, and a word for the latest two. */
export function DayName({ day }: { day: string }) {
  const t = useText();
  const daysAgo = (days: number) =>
    formatDay(new Date(Date.now() - days * DAY_MS).toISOString()) === day;
  const word = daysAgo(0) ? t('chat.today') : daysAgo(1) ? t('chat.yesterday') : null;
  return word ? `${word} · ${day}` : day;
}
