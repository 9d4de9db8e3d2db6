/** Checks an exported statement, with nothing but the file itself and the keys that are known. */

import { readFile, readStatement, type Statement } from './bundle';
import { type Bytes, fromDecimal } from './bytes';
import { ProofFailure, type Reason } from './failure';
import { type KnownLog, readKnownLog } from './known';
import { checkSameLog } from './log';
import { fieldsOf } from './members';
import { type Checkpoint, openBy, readVerifier } from './note';
import { knownSigner, openFile, type SignedFile } from './signedFile';
import { checkEvents, type ProvenEvents, type Watch } from './statement';
import { countWitnesses, type Witnessed } from './witness';

export interface ProvenStatement extends ProvenEvents, SignedFile {
  walletId: string;
  currency: string;
}

export interface CheckOptions extends Watch {
  /** What another source says of the log. */
  known?: KnownLog | null;
}

export async function checkStatement(
  file: Statement,
  { known = null, ...watch }: CheckOptions = {},
): Promise<ProvenStatement> {
  const signed = await openFile(file, known);
  const events = await checkEvents(file, signed.checkpoint, watch);
  return { ...events, ...signed, walletId: file.walletId, currency: file.currency };
}

export async function checkFile(
  bytes: Bytes,
  options: CheckOptions = {},
): Promise<ProvenStatement> {
  return checkStatement(readStatement(await readFile(bytes)), options);
}

/**
 * The result of a comparison that contradicts nothing. `same`: both checkpoints are one.
 * `grown`: the smaller log is the beginning of the larger one. `same-key`: a key was pasted, and it
 * is the one. `known`: the keys and witnesses of the log were pasted, and one of the keys has signed.
 * `open`: the sizes differ, and the consistency path between them is needed.
 */
export type Comparison =
  | { kind: 'same-key' }
  | { kind: 'known'; log: KnownLog; isKeyRetired: boolean; witnesses: Witnessed | null }
  // `isLater`: the key of today has signed a log that contains all of the file's.
  | { kind: 'same' | 'grown'; isLater: boolean }
  | { kind: 'open'; from: number; to: number };

/** The pasted keys and witnesses show that the file's own signatures are wrong. */
class WrongSignature extends ProofFailure {}

/** The failures that contradict the file itself. Any other is about the pasted text alone. */
const CONTRADICTIONS: ReadonlySet<Reason> = new Set([
  'fork',
  'rewritten',
  'unknown-key',
  'retired-key',
  'wrong-log',
]);

export const isContradiction = (failure: ProofFailure) =>
  failure instanceof WrongSignature || CONTRADICTIONS.has(failure.reason);

/**
 * A pasted key or checkpoint, and what JSON was pasted with it: a consistency path, or alone the
 * keys and witnesses of the log.
 */
function readPasted(text: string): { note: string; answer: unknown } {
  const start = text.indexOf('{');
  if (start < 0) return { note: text.trim(), answer: null };
  const end = text.lastIndexOf('}') + 1;
  try {
    const note = `${text.slice(0, start)}${text.slice(end)}`.trim();
    return { note, answer: JSON.parse(text.slice(start, end)) };
  } catch {
    throw new ProofFailure('unreadable', 'JSON');
  }
}

async function compareKnown(checkpoint: Checkpoint, log: KnownLog): Promise<Comparison> {
  try {
    const { signers } = await openBy(checkpoint.note, log.keys);
    const witnesses = await countWitnesses(checkpoint.note, log.witnesses);
    const isKeyRetired = knownSigner(signers, log.keys, checkpoint)?.until !== null;
    return { kind: 'known', log, isKeyRetired, witnesses };
  } catch (failure) {
    const isWrong = failure instanceof ProofFailure && failure.reason === 'signature';
    throw isWrong ? new WrongSignature(failure.reason, failure.where) : failure;
  }
}

/** The path must be the one between these sizes: another one would look like a rewritten log. */
function checkSizes(answer: unknown, from: number, to: number): void {
  const fields = fieldsOf(answer, 'path');
  const found = [fromDecimal(fields.from, 'path'), fromDecimal(fields.to, 'path')];
  if (found[0] !== from || found[1] !== to) throw new ProofFailure('unreadable', 'path');
}

/**
 * Compares the file's checkpoint with one from another source, or its key with a key or with the
 * answer of `GET /api/proof/key`. Two checkpoints of different sizes need the answer of
 * `GET /api/proof/consistency`, pasted as well.
 */
export async function compareCheckpoint(
  { checkpoint, verifier, keys }: Pick<SignedFile, 'checkpoint' | 'verifier' | 'keys'>,
  pasted: string,
): Promise<Comparison> {
  const { note: text, answer } = readPasted(pasted);
  if (text === '' && answer !== null) {
    return compareKnown(checkpoint, await readKnownLog(answer));
  }
  if (!/\s/.test(text)) {
    const key = await readVerifier(text);
    if (key.text !== verifier.text) throw new ProofFailure('unknown-key');
    return { kind: 'same-key' };
  }
  // Pasting loses line ends at both sides, never those within.
  const note = `${text.replaceAll('\r\n', '\n')}\n`;
  const { checkpoint: other, signers } = await openBy(note, keys);
  const [from, to] = [other.size, checkpoint.size].sort((left, right) => left - right) as [
    number,
    number,
  ];
  if (from !== to) {
    if (answer === null) return { kind: 'open', from, to };
    checkSizes(answer, from, to);
  }
  await checkSameLog(other, checkpoint, { consistency: async () => answer });
  const isToday = keys.some((key) => key.until === null && signers.includes(key.verifier));
  return { kind: from === to ? 'same' : 'grown', isLater: isToday && other.size === to };
}
