/** Checks an exported statement, with nothing but the file itself and the keys that are known. */
import { readStatementFile, type StatementFile } from './bundle';
import { type Bytes, isSame } from './bytes';
import { ProofFailure } from './failure';
import type { ProvenLine } from './line';
import {
  type Checkpoint,
  checkInUse,
  type LogKey,
  openBy,
  openNote,
  readKeys,
  readVerifier,
  type Verifier,
} from './note';
import { checkAll, checkChain, checkFrame, type Ends, isFromStart, type Watch } from './statement';

export interface ProvenStatement extends Ends {
  lines: ProvenLine[];
  walletId: string | null;
  currency: string;
  checkpoint: Checkpoint;
  verifier: Verifier;
  /** Signed by a key known beforehand: the file itself proves nothing about its key. */
  isKeyKnown: boolean;
}

export interface CheckOptions extends Watch {
  /** Keys of the log from another source. */
  known?: LogKey[];
}

/** The known key among those that signed. */
function knownSigner(signers: Verifier[], known: LogKey[], checkpoint: Checkpoint) {
  const found = known.filter((key) => signers.some(({ text }) => text === key.verifier.text));
  for (const key of found) checkInUse(key, checkpoint);
  return found[0]?.verifier;
}

export async function checkStatement(
  file: StatementFile,
  { known = [], ...watch }: CheckOptions = {},
): Promise<ProvenStatement> {
  const { checkpoint, signers } = await openBy(file.checkpoint, await readKeys(file.keys));
  const signer = knownSigner(signers, known, checkpoint);
  const verifier = signer ?? signers[0];
  if (!verifier) throw new ProofFailure('unknown-key');
  if (file.origin !== checkpoint.origin) {
    throw new ProofFailure('wrong-log');
  }
  const lines = await checkAll(file.lines, checkpoint, watch);
  const ends = checkChain(lines, isFromStart(file.frame));
  checkFrame(lines, ends, file.frame);
  return {
    lines,
    walletId: file.frame.walletId ?? lines[0]?.walletId ?? null,
    currency: String(file.frame.currency),
    ...ends,
    checkpoint,
    verifier,
    isKeyKnown: signer !== undefined,
  };
}

export async function checkFile(
  bytes: Bytes,
  options: CheckOptions = {},
): Promise<ProvenStatement> {
  return checkStatement(await readStatementFile(bytes), options);
}

/**
 * `same`: both checkpoints are one. `other-size`: of another moment, so a file cannot compare
 * them. `same-key`: a key was pasted, and it is the one. Each of them confirms the key.
 */
export type Comparison = 'same' | 'other-size' | 'same-key';

/** Compares the file's checkpoint with one from another source, or its key with a key. */
export async function compareCheckpoint(
  { checkpoint, verifier }: Pick<ProvenStatement, 'checkpoint' | 'verifier'>,
  pasted: string,
): Promise<Comparison> {
  const text = pasted.trim();
  if (!/\s/.test(text)) {
    const key = await readVerifier(text);
    if (key.text !== verifier.text) throw new ProofFailure('unknown-key');
    return 'same-key';
  }
  // Pasting loses line ends at both sides, never those within.
  const note = `${text.replaceAll('\r\n', '\n')}\n`;
  const { checkpoint: other } = await openNote(note, [verifier]);
  if (other.size !== checkpoint.size) return 'other-size';
  if (!isSame(other.root, checkpoint.root)) throw new ProofFailure('fork');
  return 'same';
}
