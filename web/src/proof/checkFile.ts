/** Checks an exported statement, with nothing but the file itself. */
import { readStatementFile, type StatementFile } from './bundle';
import { type Bytes, isSame } from './bytes';
import { ProofFailure } from './failure';
import type { ProvenLine } from './line';
import { type Checkpoint, openNote, readVerifier, type Verifier } from './note';
import { checkAll, checkChain, checkFrame, type Watch } from './statement';

export interface ProvenStatement {
  lines: ProvenLine[];
  walletId: string | null;
  currency: string;
  /** Null when no line has moved money: then the file's own word is all there is. */
  opening: bigint | null;
  closing: bigint | null;
  checkpoint: Checkpoint;
  verifier: Verifier;
}

export async function checkStatement(
  file: StatementFile,
  watch: Watch = {},
): Promise<ProvenStatement> {
  const verifiers = await Promise.all(file.verifiers.map(readVerifier));
  const { checkpoint, signers } = await openNote(file.checkpoint, verifiers);
  const [verifier] = signers;
  if (!verifier) throw new ProofFailure('unknown-key');
  if (file.origin !== null && file.origin !== checkpoint.origin) {
    throw new ProofFailure('wrong-log');
  }
  if (file.lines.length === 0) throw new ProofFailure('empty');
  const lines = await checkAll(file.lines, checkpoint, watch);
  const ends = checkChain(lines);
  checkFrame(lines, ends, file.frame);
  return {
    lines,
    walletId: lines[0]?.walletId ?? null,
    currency: lines.find((line) => line.currency !== null)?.currency ?? 'THB',
    ...ends,
    checkpoint,
    verifier,
  };
}

export async function checkFile(bytes: Bytes, watch: Watch = {}): Promise<ProvenStatement> {
  return checkStatement(await readStatementFile(bytes), watch);
}

/** `same`: both are one. `other-size`: of another moment, so a file cannot compare them. */
export type Comparison = 'same' | 'other-size';

/** Compares the file's checkpoint with one that was had elsewhere. */
export async function compareCheckpoint(
  { checkpoint, verifier }: Pick<ProvenStatement, 'checkpoint' | 'verifier'>,
  pasted: string,
): Promise<Comparison> {
  // Pasting loses line ends at both sides, never those within.
  const note = `${pasted.replaceAll('\r\n', '\n').trim()}\n`;
  const { checkpoint: other } = await openNote(note, [verifier]);
  if (other.size !== checkpoint.size) return 'other-size';
  if (!isSame(other.root, checkpoint.root)) throw new ProofFailure('fork');
  return 'same';
}
