import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { idempotencyKey } from '../../api/command/moneyIntent';
import { useGetLimitsQuery } from '../../api/limitsApi';
import { useGetStatementQuery } from '../../api/statementApi';
import { useClientSelector } from '../../client/hooks';
import { isText, readJson, writeJson } from '../../client/storage';
import { addAmounts } from '../../intl/money';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Button } from '../../ui/display/Button';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { answered, isSitting, lengthOf, type Sitting, tick } from './sitting';

const KEY = 'wallet.sitting';
const TAB_KEY = 'wallet.tab';
const TICK_MS = 1_000;
/** One page of the statement is enough for a sitting; with more, only the time is shown. */
const LINES_MAX = 100;

/** A name for this tab that survives a reload. */
function tabName(): string {
  const known = readJson('session', TAB_KEY, isText);
  if (known) return known;
  const name = idempotencyKey();
  writeJson('session', TAB_KEY, name);
  return name;
}

/** The sitting if this tab is the one that must show the reminder, otherwise null. */
function useReminder(session: string | null, minutes: number | null) {
  const [shown, setShown] = useState<Sitting | null>(null);
  useEffect(() => {
    if (!session) return setShown(null);
    const tab = tabName();
    const look = () => {
      const isVisible = document.visibilityState === 'visible';
      const stored = readJson('local', KEY, isSitting);
      const next = tick(stored, session, { tab, now: Date.now(), minutes, isVisible });
      if (next.isChanged) writeJson('local', KEY, next.sitting);
      setShown((old) => (next.isShown ? (old ?? next.sitting) : null));
    };
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [session, minutes]);

  const answer = useCallback(() => {
    const stored = readJson('local', KEY, isSitting);
    if (stored) writeJson('local', KEY, answered(stored, Date.now()));
    setShown(null);
  }, []);
  return { shown, answer };
}

/** Shows the time reminder as often as the player has chosen. */
export default function TimeReminder() {
  const session = useClientSelector(({ session: { current, phase } }) =>
    current && phase === 'active' ? `${current.username} ${current.expiresAt}` : null,
  );
  const limits = useGetLimitsQuery(undefined, { skip: session === null }).data;
  const { shown, answer } = useReminder(session, limits?.realityCheck?.minutes ?? null);
  if (!shown || !limits) return null;
  return <Reminder sitting={shown} currency={limits.currency} onAnswer={answer} />;
}

/** The deposits and withdrawals since then; null while they are not known. */
function useFlow(since: number) {
  const { data } = useGetStatementQuery({
    page: 1,
    limit: LINES_MAX,
    from: new Date(since).toISOString(),
    type: ['deposit', 'withdraw'],
  });
  if (!data || data.total > LINES_MAX) return null;
  const sumOf = (type: string, direction: string) =>
    data.statements
      .filter((line) => line.statementType === type && line.direction === direction)
      .filter((line) => line.status === 'SUCCESS')
      .reduce((sum, { amount }) => addAmounts(sum, amount), '0');
  return { deposited: sumOf('deposit', 'in'), withdrawn: sumOf('withdraw', 'out') };
}

interface ReminderProps {
  sitting: Sitting;
  currency: string;
  onAnswer: () => void;
}

function Reminder({ sitting, currency, onAnswer }: ReminderProps) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const [, navigate] = useLocation();
  const [openedAt] = useState(() => Date.now());
  const flow = useFlow(sitting.startedAt);
  const { hours, minutes } = lengthOf(sitting, openedAt);
  return (
    <Modal
      title={t('limits.reminder.now')}
      onClose={onAnswer}
      footer={<Button onClick={onAnswer}>{t('limits.reminder.continue')}</Button>}
    >
      <div className="space-y-4">
        <p className="text-lg">
          {hours > 0
            ? t('limits.reminder.playedHours', { hours, minutes })
            : t('limits.reminder.played', { minutes })}
        </p>
        {/* Room is kept for the figures, so that the buttons do not move under a finger. */}
        <div className="min-h-25">
          {flow && (
            <FigureList>
              <Figure label={t('limits.reminder.deposited')}>
                <Money amount={flow.deposited} currency={currency} />
              </Figure>
              <Figure label={t('limits.reminder.withdrawn')}>
                <Money amount={flow.withdrawn} currency={currency} />
              </Figure>
            </FigureList>
          )}
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button
            tone="secondary"
            icon="clock"
            onClick={() => {
              onAnswer();
              leaveFor('/user/limits');
            }}
          >
            {t('limits.reminder.break')}
          </Button>
          <Button
            tone="secondary"
            icon="logout"
            onClick={() => {
              onAnswer();
              navigate('/login', { replace: true });
            }}
          >
            {t('nav.logout')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
