/** Who has signed the checkpoint that a file rests on. */
import { ProofFailure } from './failure';
import type { KnownLog } from './known';
import { type Checkpoint, checkInUse, type LogKey, openBy, readKeys, type Verifier } from './note';
import { countWitnesses, type Witnessed } from './witness';

export interface SignedFile {
  checkpoint: Checkpoint;
  verifier: Verifier;
  /** The keys that sign checkpoints of this log, as far as they are known. */
  keys: LogKey[];
  /** Signed by a key known beforehand: the file itself proves nothing about its key. */
  isKeyKnown: boolean;
  /** Another key has taken over since: a thief of this one could have signed the file. */
  isKeyRetired: boolean;
  /** Null where it is not known who the witnesses are, or where there are none. */
  witnesses: Witnessed | null;
}

/** The known key among those that signed. */
export function knownSigner(signers: Verifier[], known: LogKey[], checkpoint: Checkpoint) {
  const found = known.filter((key) => signers.some(({ text }) => text === key.verifier.text));
  for (const key of found) checkInUse(key, checkpoint);
  return found[0];
}

/** As the file names them, not checked yet. */
interface Named {
  origin: unknown;
  keys: unknown;
  checkpoint: unknown;
}

/** Opens a file's checkpoint; `known` is what another source says of the log. */
export async function openFile(file: Named, known: KnownLog | null): Promise<SignedFile> {
  const named = await readKeys(file.keys);
  const { checkpoint, signers } = await openBy(file.checkpoint, named);
  const signer = knownSigner(signers, known?.keys ?? [], checkpoint);
  const verifier = signer?.verifier ?? signers[0];
  if (!verifier) throw new ProofFailure('unknown-key');
  if (file.origin !== checkpoint.origin) throw new ProofFailure('wrong-log');
  return {
    checkpoint,
    verifier,
    keys: signer && known ? known.keys : named,
    isKeyKnown: signer !== undefined,
    isKeyRetired: signer !== undefined && signer.until !== null,
    witnesses: await countWitnesses(checkpoint.note, known?.witnesses ?? null),
  };
}
