import { useState } from 'react';
import { useStore } from 'react-redux';
import { Button } from '../../ui/display/Button';
import { useToast } from '../../ui/feedback/toasts';
import { download } from '../api/download';
import type { StaffStore } from '../api/hooks';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { type Asked, wireFilter } from './filter';

const FORMATS = ['csv', 'json'] as const;

/** The table for people, and the whole entries with which the chain can be checked. */
export function TrailExport({ asked }: { asked: Asked }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const store = useStore() as unknown as StaffStore;
  const [busy, setBusy] = useState<(typeof FORMATS)[number] | null>(null);

  const save = async (format: (typeof FORMATS)[number]) => {
    setBusy(format);
    const { from, to, ...others } = wireFilter(asked);
    // A chain with entries left out cannot be checked.
    const filter = format === 'csv' ? others : {};
    const query = new URLSearchParams({
      format,
      ...filter,
      ...(from && { from }),
      ...(to && { to }),
    });
    const problem = await download(
      store,
      `/api/support/acts/export?${query}`,
      `staff-acts.${format}`,
    );
    setBusy(null);
    if (problem) toast.error(problemText(problem));
  };

  return (
    <div className="flex flex-wrap items-center gap-1">
      {FORMATS.map((format) => (
        <Button
          key={format}
          tone="quiet"
          icon="deposit"
          className="min-h-11! px-3! text-sm"
          busy={busy === format}
          onClick={() => save(format)}
        >
          {t(`support.trail.${format}`)}
        </Button>
      ))}
    </div>
  );
}
