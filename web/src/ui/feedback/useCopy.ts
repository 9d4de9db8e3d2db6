import { useCallback } from 'react';
import { useText } from '../../intl/text';
import { useToast } from './toasts';

/** Copies a text and says so: `Copied: text`, or that it did not work. */
export function useCopy() {
  const t = useText();
  const toast = useToast();
  return useCallback(
    async (text: string, shown = text) => {
      try {
        await navigator.clipboard.writeText(text);
        toast.success(t('common.copied', { text: shown }));
      } catch {
        toast.error(t('common.copyFailed'));
      }
    },
    [t, toast],
  );
}
