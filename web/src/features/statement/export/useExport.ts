import { useEffect, useRef, useState } from 'react';
import { type ExportQuery, exportApi } from '../../../api/exportApi';
import { useAppDispatch } from '../../../client/hooks';
import { saveAddress } from '../../../client/saveFile';

export type Run =
  | { kind: 'ready' }
  | { kind: 'busy' }
  | { kind: 'saved'; name: string }
  | { kind: 'failed'; error: unknown };

/** Fetches a file and opens it in a tab or saves it, unless the player leaves in between. */
export function useExport() {
  const dispatch = useAppDispatch();
  const [run, setRun] = useState<Run>({ kind: 'ready' });
  const leave = useRef<(() => void) | null>(null);
  useEffect(() => () => leave.current?.(), []);

  const start = async (query: ExportQuery, name: string, tab: Window | null = null) => {
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
    if (!data) tab?.close();
    // Its address stays valid: the tab may be loaded again, or saved from.
    else if (tab && !tab.closed) tab.location.replace(data);
    else saveAddress(data, name);
    setRun(data ? { kind: 'saved', name } : { kind: 'failed', error });
  };
  return { run, start, reset: () => setRun({ kind: 'ready' }) };
}
