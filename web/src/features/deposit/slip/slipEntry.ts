/** Two more ways to add a picture to the dialog, in addition to the file chooser. */
import { useCallback, useEffect, useState } from 'react';
import { fileOf } from './slipFile';

/** A picture in the clipboard, pasted anywhere in the dialog. */
export function useSlipPaste(isPicking: boolean, pick: (file: File | null) => void): void {
  useEffect(() => {
    if (!isPicking) return;
    const onPaste = (event: ClipboardEvent) => {
      const file = fileOf(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      pick(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isPicking, pick]);
}

/** A picture dropped anywhere in the dialog; without this the browser would leave the page. */
export function useSlipDrop(isPicking: boolean, pick: (file: File | null) => void) {
  const [isOver, setIsOver] = useState(false);
  const onDragOver = useCallback((event: React.DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  }, []);
  const onDragLeave = useCallback(() => setIsOver(false), []);
  const onDrop = useCallback(
    (event: React.DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      if (isPicking) pick(fileOf(event.dataTransfer));
    },
    [isPicking, pick],
  );
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } };
}
