import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { DecideDialog, type Question } from './DecideDialog';
import { ReviewHead } from './ReviewHead';

interface ReviewFrameProps {
  item: WorkItem;
  /** Where the item itself knows none. */
  money?: { amount: string; currency: string } | null;
  /** The decision's buttons; each asks its question. */
  buttons: (ask: (question: Question) => void) => ReactNode;
  /** What speaks for and against it, in two columns where there is room. */
  children: ReactNode;
}

/** A waiting item: its head with the decision, the evidence below, and the question that was asked. */
export function ReviewFrame({ item, money, buttons, children }: ReviewFrameProps) {
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <div className="space-y-4">
      <ReviewHead item={item} money={money} onAsk={setQuestion}>
        {buttons(setQuestion)}
      </ReviewHead>
      <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_17.5rem] @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        {children}
      </div>
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          onClose={() => setQuestion(null)}
          onDone={() => navigate(`/work?kind=${item.kind}`)}
        />
      )}
    </div>
  );
}

interface AnswerCardProps {
  title: string;
  onReload: () => void;
  children: ReactNode;
}

/** What somebody outside has answered, and a way to ask again. */
export function AnswerCard({ title, onReload, children }: AnswerCardProps) {
  const t = useSupportText();
  return (
    <Card className="@container min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-2">
        <h3 className="font-semibold">{title}</h3>
        <Button tone="quiet" icon="refresh" className="-my-2 -me-3 text-sm" onClick={onReload}>
          {t('support.work.askAgain')}
        </Button>
      </div>
      {children}
    </Card>
  );
}
