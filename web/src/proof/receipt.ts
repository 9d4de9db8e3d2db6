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

export interface Receipt extends Place {
  walletId: string;
  sequence: number;
  eventType: string;
  eventVersion: string;
  payload: string;
  metadata: string;
  stateHash: Bytes | null;
  before: Bytes;
  recordedAt: bigint;
  treeSize: number;
}

export function readReceipt(value: unknown): Receipt {
  const fields = membersOf(value, MEMBERS, 'receipt');
  if (fields.format !== FORMAT) throw new ProofFailure('unreadable', 'format');
  const { stateHash } = fields;
  return {
    ...readPlace(fields),
    walletId: readWalletId(fields.walletId),
    sequence: readNumber(fields.sequence, 'sequence'),
    eventType: textOf(fields.eventType, 'eventType'),
    eventVersion: textOf(fields.eventVersion, 'eventVersion'),
    payload: textOf(fields.payload, 'payload'),
    metadata: textOf(fields.metadata, 'metadata'),
    stateHash: stateHash === null ? null : fromHex(stateHash, HASH_LENGTH, 'stateHash'),
    before: fromHex(fields.before, HASH_LENGTH, 'before'),
    recordedAt: readMicros(fields.recordedAt, 'recordedAt'),
    treeSize: fromDecimal(fields.treeSize, 'treeSize'),
  };
}

async function streamOf(receipt: Receipt): Promise<Uint8Array> {
  const { walletId, sequence, before, eventType, metadata } = receipt;
  return streamHash(
    { wallet: walletBytes(walletId), sequence, before },
    {
      type: eventType,
      facts: hashedFacts(readFacts(metadata)),
      content: await contentHash(receipt),
    },
  );
}

/** Checks that the event is at its position in the checkpoint's log. */
export async function checkSealed(receipt: Receipt, checkpoint: Checkpoint): Promise<void> {
  const { position, sequence, before, recordedAt, treeSize } = receipt;
  if (treeSize !== checkpoint.size) throw new ProofFailure('tree-size');
  if (position > checkpoint.size) throw new ProofFailure('not-covered');
  if ((sequence === 1) !== isBeginning(before)) throw new ProofFailure('not-sealed', 'before');
  const leaf = eventLeaf(receipt, recordedAt, await streamOf(receipt));
  if (!(await isSealed(leaf, receipt, checkpoint))) throw new ProofFailure('not-sealed', 'path');
}
