/** Checks all lines of a period: the proven statement, and that the list shows its lines. */
import type { StatementPeriod } from '../../api/proofApi';
import type { StatementLine } from '../../api/types';
import { writeAmount } from '../../proof/amount';
import { readStatement } from '../../proof/bundle';
import { checkStatement, type ProvenStatement } from '../../proof/checkFile';
import { ProofFailure } from '../../proof/failure';
import { readInstant } from '../../proof/instant';
import { checkLine } from '../../proof/line';
import type { StatedLine } from '../../proof/statement';
import { claimedOf, confirmSeen } from './checkReceipt';
import { type ProofSource, pause } from './useProofSource';

/** The maximum of lines in one answer. */
const BLOCK = 100;

/** How often two answers are read until they show the same moment. */
const LOOKS = 10;
const BETWEEN_LOOKS_S = 0.5;
/** A statement is much larger than a page, so the server gives only a few in a minute. */
const STATEMENTS = 3;

/** What was checked last: the evidence if the check fails. */
export interface Looked {
  lines: StatementLine[];
  answer: unknown;
}

/** How far it is: first with the events of the statement, then with the lines of the list. */
export interface Step {
  of: 'events' | 'lines';
  done: number;
  total: number;
}

export interface Watch {
  signal: AbortSignal;
  onProgress: (step: Step) => void;
  onLook: (looked: Looked) => void;
}

export interface CheckedPeriod {
  statement: ProvenStatement;
  /** Whether the last balance equals the wallet's current one. */
  isToday: boolean;
}

const instantOf = (time: string | null) =>
  time === null ? null : readInstant(new Date(time).toISOString());

/** What one look at a period works with. */
interface Look {
  period: StatementPeriod;
  source: ProofSource;
  watch: Watch;
}

interface Fetched {
  answer: unknown;
  statement: ProvenStatement;
}

async function prove({ period, source, watch }: Look): Promise<Fetched> {
  const { signal, onProgress, onLook } = watch;
  const answer = await source.statement(period, { signal });
  onLook({ lines: [], answer });
  const file = readStatement(answer);
  // The answer to another question could leave out how the wallet began.
  if (file.from !== instantOf(period.from) || file.to !== instantOf(period.to)) {
    throw new ProofFailure('period');
  }
  const { witnesses } = await confirmSeen(file.checkpoint, source);
  const statement = await checkStatement(file, {
    signal,
    onProgress: (done, total) => onProgress({ of: 'events', done, total }),
  });
  return { answer, statement: { ...statement, witnesses } };
}

/**
 * The proven lines that the list must show, by id. The statement is by number and the list by time,
 * so a line between others may lie outside the period where the clocks of two gateways differ.
 */
function expectedIn({ lines }: ProvenStatement, { from, to }: StatementPeriod) {
  const [start, end] = [instantOf(from), instantOf(to)];
  const isWithin = ({ at }: StatedLine) =>
    (start === null || at >= start) && (end === null || at < end);
  return lines.filter(isWithin);
}

/** Each line of the list must be one of the statement, and each of those must be in the list. */
async function compareList({ period, source, watch }: Look, fetched: Fetched): Promise<void> {
  const { from, to } = period;
  const expected = expectedIn(fetched.statement, period);
  const open = new Map(expected.map((line) => [line.id, line]));
  const total = expected.length;
  let [done, cursor]: [number, string | null] = [0, null];
  do {
    watch.signal.throwIfAborted();
    const bounds = { ...(from && { from }), ...(to && { to }), ...(cursor && { cursor }) };
    const page = await source.lines({ page: 1, limit: BLOCK, ...bounds });
    watch.onLook({ lines: page.statements, answer: fetched.answer });
    if (page.total !== total) throw new ProofFailure('missing', 'total');
    for (const line of page.statements) compareLine(line, open);
    done += page.statements.length;
    watch.onProgress({ of: 'lines', done, total });
    cursor = page.statements.length > 0 ? (page.nextCursor ?? null) : null;
  } while (cursor !== null);
  if (done !== total) throw new ProofFailure('missing', 'list');
}

/** Takes a line that is as proven out of those that the list still has to show. */
function compareLine(line: StatementLine, open: Map<string, StatedLine>): void {
  const proven = open.get(line.id);
  if (!proven) throw new ProofFailure('missing', line.id);
  open.delete(line.id);
  try {
    checkLine(claimedOf(line), proven);
  } catch (failure) {
    throw failure instanceof ProofFailure ? failure.at(proven.sequence) : failure;
  }
}

/**
 * The statement of which the list shows exactly the lines. A line that has come or moved between the
 * two answers is no fraud, so both are read again before they are called different.
 */
async function proveList(look: Look): Promise<ProvenStatement> {
  for (let statements = 1; ; statements += 1) {
    const fetched = await prove(look);
    try {
      await compareList(look, fetched);
      return fetched.statement;
    } catch (failure) {
      if (!(failure instanceof ProofFailure) || statements >= STATEMENTS) throw failure;
    }
    await pause(BETWEEN_LOOKS_S, look.watch.signal);
  }
}

/**
 * Whether the wallet's balance still equals the newest line's balance. False if the wallet has
 * changed meanwhile; any other difference means that the newest lines were withheld, and throws.
 */
async function isStillHeld(
  { position, closing, currency, lines }: ProvenStatement,
  source: ProofSource,
  signal: AbortSignal,
): Promise<boolean> {
  if (position === null || closing === null) return false;
  for (let look = 0; look < LOOKS; look += 1) {
    signal.throwIfAborted();
    const { asOf, wallet } = await source.wallet();
    const { statements, asOf: listed } = await source.lines({ page: 1, limit: 1 });
    if (statements[0]?.position !== String(position)) return false;
    const isLate = BigInt(asOf) < BigInt(position) || BigInt(listed) < BigInt(asOf);
    if (!isLate) {
      if (wallet.amount === writeAmount(closing, currency)) return true;
      throw new ProofFailure('today').at(lines.at(-1)?.sequence ?? 0);
    }
    await pause(BETWEEN_LOOKS_S, signal);
  }
  return false;
}

export async function checkPeriod(
  period: StatementPeriod,
  source: ProofSource,
  watch: Watch,
): Promise<CheckedPeriod> {
  const statement = await proveList({ period, source, watch });
  const isOpen = period.to === null;
  const isToday = isOpen && (await isStillHeld(statement, source, watch.signal));
  return { statement, isToday };
}
