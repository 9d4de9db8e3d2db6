/** A wallet's chain of events: what is hashed of each one. Section 1 of .github/proofs.md. */
import { readAmount, toSmallestUnit } from './amount';
import { type Bytes, concat, fromHex, int64, utf8 } from './bytes';
import { sha256 } from './digest';
import { ProofFailure } from './failure';
import { readInstant } from './instant';
import { fieldsOf } from './members';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
export const HASH_LENGTH = 32;

/** What a statement is made of. */
export interface Facts {
  /** Microseconds since 1970. */
  at: bigint;
  /** Of the main wallet right after the event, in hundredths. */
  balance: bigint;
  currency: string;
}

/** The facts in an event's metadata; null where it has none. */
export function readFacts(metadata: string): Facts | null {
  try {
    const { at, main } = fieldsOf(JSON.parse(metadata), 'metadata');
    const { amount, currency } = fieldsOf(main, 'main');
    const time = readInstant(at);
    const balance = readAmount(amount, currency, 'event');
    return time === null ? null : { at: time, balance, currency: String(currency) };
  } catch {
    return null;
  }
}

export function hashedFacts(facts: Facts | null): Bytes {
  if (!facts) return Uint8Array.of(0);
  const { at, balance, currency } = facts;
  const held = toSmallestUnit(balance, currency);
  return concat(Uint8Array.of(1), int64(at), int64(held), utf8(currency));
}

function sized(text: string): Bytes {
  const bytes = utf8(text);
  return concat(int64(BigInt(bytes.length)), bytes);
}

export interface Content {
  eventVersion: string;
  /** JSON as stored. */
  payload: string;
  metadata: string;
  stateHash: Bytes | null;
}

/** The digest of everything that a statement does not show. */
export async function contentHash(content: Content): Promise<Uint8Array> {
  const { eventVersion, payload, metadata, stateHash } = content;
  return sha256(
    concat(
      utf8('ledger-content/1'),
      sized(eventVersion),
      await sha256(utf8(payload)),
      await sha256(utf8(metadata)),
      stateHash ? concat(Uint8Array.of(1), stateHash) : Uint8Array.of(0),
    ),
  );
}

/** An event as the chain sees it. */
export interface Link {
  type: string;
  facts: Bytes;
  content: Uint8Array;
}

/** Where an event is in the chain. */
export interface Before {
  /** 16 bytes. */
  wallet: Bytes;
  sequence: number;
  /** The stream hash of the event before; zeros for the first. */
  before: Uint8Array;
}

/** The hash of the wallet's whole history up to and with this event. */
export async function streamHash(
  { wallet, sequence, before }: Before,
  { type, facts, content }: Link,
): Promise<Uint8Array> {
  return sha256(
    concat(
      utf8('ledger-event/3'),
      before,
      sized('wallet'),
      wallet,
      int64(BigInt(sequence)),
      sized(type),
      facts,
      content,
    ),
  );
}

export function readWalletId(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value;
  throw new ProofFailure('unreadable', 'walletId');
}

export const walletBytes = (id: string) => fromHex(id.replaceAll('-', ''), 16, 'walletId');

/** Only the first event has no history before it. */
export const isBeginning = (before: Uint8Array) => before.every((byte) => byte === 0);
