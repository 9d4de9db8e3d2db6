import { formatMoment } from '../../intl/moment';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { useReplayWords } from '../replay/words';

export const detailOf = ({ detail }: WorkItem, key: string): string =>
  typeof detail[key] === 'string' ? detail[key] : '';

/** What only this kind has, in a few words. */
export function useDetail(): (item: WorkItem) => string {
  const t = useSupportText();
  const words = useReplayWords();
  return (item) => {
    const text = (key: string) => detailOf(item, key);
    const { kind } = item;
    if (kind === 'slips') return [text('sendingBank'), text('reference')].filter(Boolean).join(' ');
    if (kind === 'transfers') return `${words.place(text('from'))} → ${words.place(text('to'))}`;
    if (kind === 'qr') return text('channel');
    const until = text('heldUntil');
    return until && t('support.work.heldUntil', { at: formatMoment(until).slice(0, 16) });
  };
}
