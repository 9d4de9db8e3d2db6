/**
 * Witnesses: other parties who sign a checkpoint only when it extends the last one that they have
 * signed, so that all readers see one log. Format: C2SP tlog-cosignature v1.
 */
import { type Bytes, utf8 } from './bytes';
import { isSigned } from './ed25519';
import { ProofFailure } from './failure';
import { listOf, membersOf } from './members';
import { readNote, readWitness, signerOf, type Verifier } from './note';

const TIME_LENGTH = 8;
/** The end of the year 9999: a later time is none that anybody could show. */
const TIME_MAX = 253_402_300_799n;

/** Whose signatures are needed below a checkpoint. */
export interface WitnessPolicy {
  quorum: number;
  keys: Verifier[];
}

/** How many of the known witnesses have signed a checkpoint. */
export interface Witnessed {
  seen: number;
  of: number;
  quorum: number;
  /** RFC 3339, when as many as needed had signed, by their own clocks; null where too few have. */
  at: string | null;
}

/** `{quorum, keys}`; null where no witness is asked. */
export async function readPolicy(value: unknown): Promise<WitnessPolicy | null> {
  const { quorum, keys } = membersOf(value, ['quorum', 'keys'], 'witnesses');
  const witnesses = await Promise.all(listOf(keys, 'witnesses').map(readWitness));
  const names = new Set(witnesses.map(({ name }) => name));
  const least = Math.min(1, witnesses.length);
  const isQuorum = Number.isInteger(quorum) && Number(quorum) >= least;
  // One that is named twice would count as two.
  if (!isQuorum || Number(quorum) > names.size || names.size < witnesses.length) {
    throw new ProofFailure('unreadable', 'witnesses');
  }
  return witnesses.length > 0 ? { quorum: Number(quorum), keys: witnesses } : null;
}

/** The time of a right signature, in seconds since 1970. */
async function readTime({ key }: Verifier, signature: Bytes, body: string): Promise<number> {
  if (signature.length < TIME_LENGTH) throw new ProofFailure('signature', 'witness');
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  const message = utf8(`cosignature/v1\ntime ${time}\n${body}`);
  const isGood = await isSigned(key, { message, signature: signature.slice(TIME_LENGTH) });
  if (!isGood || time > TIME_MAX) throw new ProofFailure('signature', 'witness');
  return Number(time);
}

/** A wrong signature of a known witness is a failure; those of others are not looked at. */
export async function countWitnesses(
  note: string,
  policy: WitnessPolicy | null,
): Promise<Witnessed | null> {
  if (!policy) return null;
  const { quorum, keys } = policy;
  const { body, signatures } = readNote(note);
  const times = new Map<Verifier, number>();
  for (const line of signatures) {
    const witness = signerOf(line, keys);
    if (!witness) continue;
    const time = await readTime(witness, line.signature, body);
    times.set(witness, Math.min(time, times.get(witness) ?? time));
  }
  const reached = [...times.values()].sort((left, right) => left - right)[quorum - 1];
  const at = reached === undefined ? null : new Date(reached * 1000).toISOString();
  return { seen: times.size, of: keys.length, quorum, at };
}
