/**
 * Receipts: an event as it was recorded, and the path from its leaf to a checkpoint's root.
 * Section 5 of .github/proofs.md.
 */
import { type Bytes, fromDecimal, fromHex } from './bytes';
import {
  contentHash,
  HASH_LENGTH,
  hashedFacts,
  isBeginning,
  type Link,
  readFacts,
  readWalletId,
  streamHash,
  walletBytes,
} from './chain';
import { ProofFailure } from './failure';
import { eventLeaf, isSealed, type Place, readMicros, readNumber, readPlace } from './leaf';
import { membersOf, textOf } from './members';
import type { Checkpoint } from './note';

const FORMAT = 'wallet-receipt/2';
const MEMBERS = `format position walletId sequence eventType eventVersion payload metadata
  stateHash before recordedAt salt treeSize path`.split(/\s+/);

/** An event's place in its wallet's chain, and in the log. */
export interface Recorded extends Place {
  walletId: string;
  sequence: number;
  before: Bytes;
  recordedAt: bigint;
}

export interface Receipt extends Recorded {
  eventType: string;
  eventVersion: string;
  payload: string;
  metadata: string;
  stateHash: Bytes | null;
  treeSize: number;
}

export function readRecorded(fields: Record<string, unknown>): Recorded {
  return {
    ...readPlace(fields),
    walletId: readWalletId(fields.walletId),
    sequence: readNumber(fields.sequence, 'sequence'),
    before: fromHex(fields.before, HASH_LENGTH, 'before'),
    recordedAt: readMicros(fields.recordedAt, 'recordedAt'),
  };
}

export function readReceipt(value: unknown): Receipt {
  const fields = membersOf(value, MEMBERS, 'receipt');
  if (fields.format !== FORMAT) throw new ProofFailure('unreadable', 'format');
  const { stateHash } = fields;
  return {
    ...readRecorded(fields),
    eventType: textOf(fields.eventType, 'eventType'),
    eventVersion: textOf(fields.eventVersion, 'eventVersion'),
    payload: textOf(fields.payload, 'payload'),
    metadata: textOf(fields.metadata, 'metadata'),
    stateHash: stateHash === null ? null : fromHex(stateHash, HASH_LENGTH, 'stateHash'),
    treeSize: fromDecimal(fields.treeSize, 'treeSize'),
  };
}

/**
 * Checks that the event is at its position in the checkpoint's log. Returns the hash of its wallet's
 * whole history up to and with it.
 */
export async function checkRecorded(
  event: Recorded,
  link: Link,
  checkpoint: Checkpoint,
): Promise<Uint8Array> {
  const { position, walletId, sequence, before, recordedAt } = event;
  if (position > checkpoint.size) throw new ProofFailure('not-covered');
  if ((sequence === 1) !== isBeginning(before)) throw new ProofFailure('not-sealed', 'before');
  const stream = await streamHash({ wallet: walletBytes(walletId), sequence, before }, link);
  const leaf = eventLeaf(event, recordedAt, stream);
  if (!(await isSealed(leaf, event, checkpoint))) throw new ProofFailure('not-sealed', 'path');
  return stream;
}

/** Like {@link checkRecorded}, of a receipt. */
export async function checkSealed(receipt: Receipt, checkpoint: Checkpoint): Promise<Uint8Array> {
  const { eventType: type, metadata, treeSize } = receipt;
  if (treeSize !== checkpoint.size) throw new ProofFailure('tree-size');
  const facts = hashedFacts(readFacts(metadata));
  const content = await contentHash(receipt);
  return checkRecorded(receipt, { type, facts, content }, checkpoint);
}
