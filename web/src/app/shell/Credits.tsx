/** Shows a notice when money has come in, on every page of the portal. */
import { useEffect, useRef } from 'react';
import { NEWEST_CREDITS, useGetStatementQuery } from '../../api/statementApi';
import type { StatementLine } from '../../api/types';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useToast } from '../../ui/feedback/toasts';
import { useAppSelector } from '../hooks';
import { newCredits } from './newCredits';

export default function Credits() {
  const { data } = useGetStatementQuery(NEWEST_CREDITS);
  // The deposit dialog shows it itself.
  const isShownElsewhere = useAppSelector((state) =>
    state.dialog.stack.some(({ name }) => name === 'deposit'),
  );
  const known = useRef<ReadonlySet<string> | null>(null);
  const currency = data?.statements[0]?.currency ?? '';
  const t = useText();
  const toast = useToast();
  const money = useMoneyText(currency);
  const words = useRef((line: StatementLine) => t('home.credited', { amount: money(line.amount) }));
  words.current = (line) => t('home.credited', { amount: money(line.amount) });

  useEffect(() => {
    if (!data) return;
    const { fresh, all } = newCredits(data.statements, known.current);
    known.current = all;
    if (fresh.length === 0 || isShownElsewhere) return;
    const notify = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', notify);
      for (const line of fresh) toast.success(words.current(line));
    };
    // A notice lasts four seconds, so in a hidden tab nobody would see it.
    document.addEventListener('visibilitychange', notify);
    notify();
  }, [data, isShownElsewhere, toast]);
  return null;
}
