/**
 * A receipt: everything of one event that its leaf is made of, and the path from the leaf to a
 * checkpoint's root. Formats: .github/proofs.md.
 */
import { type Bytes, concat, fromDecimal, fromHex, int64, isSame, utf8 } from './bytes';
import { sha256 } from './digest';
import { ProofFailure } from './failure';
import { membersOf } from './members';
import type { Checkpoint } from './note';
import { leafHash, rootOf } from './tree';

const FORMAT = 'wallet-receipt/1';
const HASH_LENGTH = 32;
const SALT_LENGTH = 16;
const PATH_LENGTH_MAX = 64;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const INT64_MAX = 2n ** 63n - 1n;

export interface Receipt {
  position: number;
  walletId: string;
  sequence: number;
  eventType: string;
  eventVersion: string;
  payload: string;
  metadata: string;
  stateHash: Bytes | null;
  before: Bytes;
  recordedAt: bigint;
  salt: Bytes;
  treeSize: number;
  path: Bytes[];
}

/** A receipt whose event is in the log, with the hash of the stream up to it. */
export interface SealedReceipt {
  receipt: Receipt;
  streamHash: Uint8Array;
}

/** Of a receipt in a file, whose `path` holds indexes. The checkpoint has the size. */
export const PACKED = `format position walletId sequence eventType eventVersion payload metadata
  stateHash before recordedAt salt path`.split(/\s+/);
const MEMBERS = [...PACKED, 'treeSize'];

function textOf(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new ProofFailure('unreadable', where);
  return value;
}

function readMicros(value: unknown): bigint {
  if (typeof value !== 'string' || !/^(0|-?[1-9]\d{0,18})$/.test(value)) {
    throw new ProofFailure('unreadable', 'recordedAt');
  }
  const micros = BigInt(value);
  if (micros > INT64_MAX || micros < -INT64_MAX) throw new ProofFailure('unreadable', 'recordedAt');
  return micros;
}

function readPath(value: unknown): Bytes[] {
  if (!Array.isArray(value) || value.length > PATH_LENGTH_MAX) {
    throw new ProofFailure('unreadable', 'path');
  }
  return value.map((hash) => fromHex(hash, HASH_LENGTH, 'path'));
}

export function readReceipt(value: unknown): Receipt {
  const fields = membersOf(value, MEMBERS, 'receipt');
  if (fields.format !== FORMAT) throw new ProofFailure('unreadable', 'format');
  const walletId = textOf(fields.walletId, 'walletId');
  if (!UUID.test(walletId)) throw new ProofFailure('unreadable', 'walletId');
  const { stateHash } = fields;
  return {
    position: fromDecimal(fields.position, 'position'),
    walletId,
    sequence: fromDecimal(fields.sequence, 'sequence'),
    eventType: textOf(fields.eventType, 'eventType'),
    eventVersion: textOf(fields.eventVersion, 'eventVersion'),
    payload: textOf(fields.payload, 'payload'),
    metadata: textOf(fields.metadata, 'metadata'),
    stateHash: stateHash === null ? null : fromHex(stateHash, HASH_LENGTH, 'stateHash'),
    before: fromHex(fields.before, HASH_LENGTH, 'before'),
    recordedAt: readMicros(fields.recordedAt),
    salt: fromHex(fields.salt, SALT_LENGTH, 'salt'),
    treeSize: fromDecimal(fields.treeSize, 'treeSize'),
    path: readPath(fields.path),
  };
}

function sized(text: string): Bytes {
  const bytes = utf8(text);
  return concat(int64(BigInt(bytes.length)), bytes);
}

/** The hash of the wallet's whole history up to and with this event. */
export async function streamHash(receipt: Receipt): Promise<Uint8Array> {
  const { stateHash } = receipt;
  return sha256(
    concat(
      utf8('ledger-event/2'),
      receipt.before,
      sized('wallet'),
      fromHex(receipt.walletId.replaceAll('-', ''), 16, 'walletId'),
      int64(BigInt(receipt.sequence)),
      sized(receipt.eventType),
      sized(receipt.eventVersion),
      await sha256(utf8(receipt.payload)),
      await sha256(utf8(receipt.metadata)),
      stateHash ? concat(Uint8Array.of(1), stateHash) : Uint8Array.of(0),
    ),
  );
}

function leafData(receipt: Receipt, stream: Uint8Array): Bytes {
  const { salt, position, recordedAt } = receipt;
  return concat(utf8('wallet-leaf/1'), salt, int64(BigInt(position)), int64(recordedAt), stream);
}

const isZeros = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

/** Checks that the event is at its position in the checkpoint's log. */
export async function checkSealed(
  receipt: Receipt,
  { size, root }: Checkpoint,
): Promise<SealedReceipt> {
  const { position, sequence, before, path } = receipt;
  if (position < 1 || sequence < 1) throw new ProofFailure('unreadable', 'position');
  if (receipt.treeSize !== size) throw new ProofFailure('tree-size');
  if (position > size) throw new ProofFailure('not-covered');
  if ((sequence === 1) !== isZeros(before)) throw new ProofFailure('not-sealed', 'before');
  const stream = await streamHash(receipt);
  const leaf = await leafHash(leafData(receipt, stream));
  const reached = await rootOf({ index: position - 1, size, leaf, path });
  if (!reached || !isSame(reached, root)) throw new ProofFailure('not-sealed', 'path');
  return { receipt, streamHash: stream };
}
