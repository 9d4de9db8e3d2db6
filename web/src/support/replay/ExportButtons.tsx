import { useState } from 'react';
import { useStore } from 'react-redux';
import { problemFields } from '../../api/transport/problem';
import { useLocale } from '../../intl/locale';
import { useProblemText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { useToast } from '../../ui/feedback/toasts';
import { download } from '../api/download';
import type { StaffStore } from '../api/hooks';
import { useLazyGetTimelineQuery } from '../api/replayApi';
import { useSupportText } from '../intl/text';
import type { Position } from './position';

type Format = 'csv' | 'pdf';

/** The end of an export does not belong to it; events carry microseconds, browsers none. */
function justAfter(time: string): string {
  return new Date(new Date(time).getTime() + 1).toISOString();
}

/** The story to take along: all of it, or what lies between the pin and the position. */
export function ExportButtons({ playerId, position }: { playerId: string; position: Position }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useProblemText();
  const lang = useLocale();
  const store = useStore() as unknown as StaffStore;
  const [ask] = useLazyGetTimelineQuery();
  const [busy, setBusy] = useState<Format | null>(null);

  const timeOf = async (sequence: number) => {
    const { data } = await ask({ id: playerId, after: sequence - 1, limit: 1 });
    return data?.events[0]?.at;
  };

  const save = async (format: Format) => {
    setBusy(format);
    const query = new URLSearchParams({ format, lang });
    const { at, pin } = position;
    if (pin !== null) {
      const from = await timeOf(Math.min(pin, at));
      const to = await timeOf(Math.max(pin, at));
      if (from) query.set('from', from);
      if (to) query.set('to', justAfter(to));
    }
    const url = `/api/support/players/${encodeURIComponent(playerId)}/export?${query}`;
    const problem = await download(store, url, `${playerId}.${format}`);
    setBusy(null);
    // The server names the bounds when there is too much between them for paper.
    const isTooLong = format === 'pdf' && problem && problemFields(problem).includes('from');
    if (problem) toast.error(isTooLong ? t('support.export.tooLong') : problemText(problem));
  };

  return (
    <>
      {(['csv', 'pdf'] as const).map((format) => (
        <Button
          key={format}
          tone="quiet"
          icon="deposit"
          busy={busy === format}
          onClick={() => save(format)}
        >
          {t(position.pin === null ? 'support.export.all' : 'support.export.part', {
            format: format.toUpperCase(),
          })}
        </Button>
      ))}
    </>
  );
}
