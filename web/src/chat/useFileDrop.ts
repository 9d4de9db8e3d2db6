import { type DragEvent, useRef, useState } from 'react';
import { filesOf } from './uploadRules';

/** Handlers for a drop target; `isOver` while a dragged file is above it. */
export function useFileDrop(onFiles: (files: File[]) => void, isDisabled: boolean) {
  const [isOver, setIsOver] = useState(false);
  // The browser reports entering a child before leaving its parent.
  const depth = useRef(0);
  const carriesFiles = (event: DragEvent) =>
    !isDisabled && event.dataTransfer.types.includes('Files');
  const end = () => {
    depth.current = 0;
    setIsOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setIsOver(true);
      },
      onDragOver(event: DragEvent) {
        if (carriesFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!carriesFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        end();
        onFiles(filesOf(event.dataTransfer));
      },
    },
  };
}
