/** Tells the player when money has come in, wherever in the portal that finds them. */
import { useEffect, useRef } from 'react';
import { useGetStatementQuery } from '../../api/statementApi';
import type { StatementLine, StatementType } from '../../api/types';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useToast } from '../../ui/feedback/toasts';
import { useAppSelector } from '../hooks';
import { newCredits } from './newCredits';

const COMES_FROM_OUTSIDE: StatementType[] = ['deposit', 'correction'];
const QUERY = { page: 1, limit: 10, type: COMES_FROM_OUTSIDE };

export default function Credits() {
  const { data } = useGetStatementQuery(QUERY);
  // That dialog tells it itself.
  const isToldElsewhere = useAppSelector((state) =>
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
    if (fresh.length === 0 || isToldElsewhere) return;
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      for (const line of fresh) toast.success(words.current(line));
    };
    // Four seconds in a tab that nobody sees would tell nobody.
    document.addEventListener('visibilitychange', tell);
    tell();
  }, [data, isToldElsewhere, toast]);
  return null;
}
