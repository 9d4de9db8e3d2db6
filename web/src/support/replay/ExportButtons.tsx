import { useState } from 'react';
import { useStore } from 'react-redux';
import { useToast } from '../../app/toasts';
import { useProblemText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { download } from '../api/download';
import type { SupportStore } from '../app/store';
import { useSupportText } from '../intl/text';
import type { Position } from './position';

type Format = 'csv' | 'pdf';

/** The story to take along: all of it, or what lies between the pin and the position. */
export function ExportButtons({ playerId, position }: { playerId: string; position: Position }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useProblemText();
  const store = useStore() as unknown as SupportStore;
  const [busy, setBusy] = useState<Format | null>(null);

  const save = async (format: Format) => {
    setBusy(format);
    const query = new URLSearchParams({ format });
    const { at, pin } = position;
    if (pin !== null) {
      query.set('from', String(Math.min(pin, at)));
      query.set('to', String(Math.max(pin, at)));
    }
    const url = `/api/support/players/${encodeURIComponent(playerId)}/export?${query}`;
    const problem = await download(store, url, `${playerId}.${format}`);
    setBusy(null);
    if (problem) toast.error(problemText(problem));
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
