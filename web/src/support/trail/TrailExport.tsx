import { useState } from 'react';
import { useStore } from 'react-redux';
import { useToast } from '../../ui/feedback/toasts';
import { download } from '../api/download';
import type { StaffStore } from '../api/hooks';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { ActionMenu } from '../ui/ActionMenu';
import { type Asked, wireFilter } from './filter';

const FORMATS = ['csv', 'json'] as const;

/** The table for people, and the whole entries with which the chain can be checked. */
export function TrailExport({ asked, isRight }: { asked: Asked; isRight: boolean }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const store = useStore() as unknown as StaffStore;
  const [busy, setBusy] = useState(false);

  const save = async (format: (typeof FORMATS)[number]) => {
    setBusy(true);
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
    setBusy(false);
    if (problem) toast.error(problemText(problem));
  };

  return (
    <ActionMenu
      icon="deposit"
      label={t('support.trail.export')}
      isWorded
      busy={busy}
      isDisabled={!isRight}
      actions={FORMATS.map((format) => ({
        label: t(`support.trail.${format}`),
        onPick: () => void save(format),
      }))}
    />
  );
}
