import { useEffect, useRef, useState } from 'react';
import { type ExportQuery, exportApi } from '../../../api/exportApi';
import { useAppDispatch } from '../../../client/hooks';

/** Longer than any browser needs to begin to save. */
const KEPT_MS = 60_000;

export type Run =
  | { kind: 'ready' }
  | { kind: 'busy' }
  | { kind: 'saved'; name: string }
  | { kind: 'failed'; error: unknown };

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Fetches a file and saves it on the device, unless the player leaves in between. */
export function useExport() {
  const dispatch = useAppDispatch();
  const [run, setRun] = useState<Run>({ kind: 'ready' });
  const leave = useRef<(() => void) | null>(null);
  useEffect(() => () => leave.current?.(), []);

  const start = async (query: ExportQuery, name: string) => {
    const call = dispatch(
      exportApi.endpoints.exportStatement.initiate(query, { forceRefetch: true }),
    );
    leave.current = () => {
      call.abort();
      call.unsubscribe();
    };
    setRun({ kind: 'busy' });
    const { data, error } = await call;
    call.unsubscribe();
    if (data) save(data, name);
    setRun(data ? { kind: 'saved', name } : { kind: 'failed', error });
  };
  return { run, start, reset: () => setRun({ kind: 'ready' }) };
}
