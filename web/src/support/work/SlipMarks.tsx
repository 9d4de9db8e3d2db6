import { createContext, type ReactNode, useContext, useState } from 'react';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { RejectSlips } from './RejectSlips';
import { isOthers } from './useClaim';
import { useRejections } from './useRejections';

interface Marks {
  /** Null while marking is off. */
  marked: ReadonlySet<string> | null;
  mark: (marked: ReadonlySet<string> | null) => void;
  reject: (items: readonly WorkItem[]) => void;
}

const MarksContext = createContext<Marks | null>(null);

/** A colleague's slip, or one that waits for a second person, is decided by itself. */
const isMarkable = ({ waiting, claim }: WorkItem) => !waiting && !isOthers(claim);

/** Keeps the marks while slips are opened, and the dialog open while the list changes. */
export function SlipMarks({ children }: { children: ReactNode }) {
  const [marked, mark] = useState<ReadonlySet<string> | null>(null);
  const [chosen, setChosen] = useState<readonly WorkItem[] | null>(null);
  const { outcomes, isSending, rejectAll, begin } = useRejections();
  const reject = (items: readonly WorkItem[]) => {
    begin();
    setChosen(items);
  };
  const close = () => setChosen(null);
  return (
    <MarksContext value={{ marked, mark, reject }}>
      {children}
      {chosen && (
        <RejectSlips
          items={chosen}
          outcomes={outcomes}
          isSending={isSending}
          onSend={rejectAll}
          onDone={() => {
            close();
            mark(null);
          }}
          onClose={close}
        />
      )}
    </MarksContext>
  );
}

/** The marks of the slips that wait; none for auditors. */
export function useMarks(): Marks | null {
  const isActing = useRole() !== 'auditor';
  const marks = useContext(MarksContext);
  return isActing ? marks : null;
}

/** Above the waiting slips: starts marking, and rejects the marked ones. */
export function MarkBar({ marks, items }: { marks: Marks; items: readonly WorkItem[] }) {
  const t = useSupportText();
  const { marked, mark, reject } = marks;
  const look = 'min-h-11! px-4! text-sm';
  if (!marked) {
    if (items.filter(isMarkable).length < 2) return null;
    return (
      <div className="border-b border-line px-3 py-1.5">
        <Button tone="quiet" className={look} onClick={() => mark(new Set())}>
          {t('support.marks.start')}
        </Button>
      </div>
    );
  }
  const chosen = items.filter((item) => marked.has(item.id) && isMarkable(item));
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <p role="status" className="flex-1 ps-1 text-sm font-medium whitespace-nowrap">
        {t('support.marks.count', { n: chosen.length })}
      </p>
      <Button tone="secondary" className={look} onClick={() => mark(null)}>
        {t('common.cancel')}
      </Button>
      <Button
        tone="danger"
        className={look}
        disabled={chosen.length === 0}
        onClick={() => reject(chosen)}
      >
        {t('support.work.reject')}
      </Button>
    </div>
  );
}

/** The mark of one slip, while slips are marked. */
export function MarkBox({ item }: { item: WorkItem }) {
  const t = useSupportText();
  const marks = useMarks();
  if (!marks?.marked || item.kind !== 'slips') return null;
  const { marked, mark } = marks;
  const toggle = () => {
    const next = new Set(marked);
    if (!next.delete(item.id)) next.add(item.id);
    mark(next);
  };
  return (
    <label className="flex w-12 shrink-0 items-center justify-end">
      <span className="sr-only">{t('support.marks.one', { name: item.player.name })}</span>
      <input
        type="checkbox"
        className="size-6 accent-accent"
        disabled={!isMarkable(item)}
        checked={marked.has(item.id) && isMarkable(item)}
        onChange={toggle}
      />
    </label>
  );
}
