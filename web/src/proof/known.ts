/** What `GET /api/proof/key` says of a log: its keys, and who else signs its checkpoints. */
import { membersOf, textOf } from './members';
import { type LogKey, readKeys } from './note';
import { readPolicy, type WitnessPolicy } from './witness';

export interface KnownLog {
  keys: LogKey[];
  /** Null where no witness is asked. */
  witnesses: WitnessPolicy | null;
}

export async function readKnownLog(answer: unknown): Promise<KnownLog> {
  const { origin, keys, witnesses } = membersOf(answer, ['origin', 'keys', 'witnesses'], 'keys');
  textOf(origin, 'origin');
  return { keys: await readKeys(keys), witnesses: await readPolicy(witnesses) };
}
