/** The exported files with proofs: a statement (JSON), or the same inside a PDF. */
import { readAmount } from './amount';
import { type Bytes, fromHex } from './bytes';
import { HASH_LENGTH, type Link, readWalletId } from './chain';
import { ProofFailure, type Reason } from './failure';
import { readInstant } from './instant';
import { jsonOf } from './json';
import { type Place, readMicros, readNumber, readPlace } from './leaf';
import { fieldsOf, listOf, membersOf, textOf } from './members';
import { attachedTexts } from './pdf';

const FORMAT = 'wallet-statement/2';
const MEMBERS = `format walletId currency from to origin keys checkpoint first before events
  leaf`.split(/\s+/);
const VOID = 'type facts content position salt path'.split(' ');
const LEAF = 'position recordedAt salt path'.split(' ');
const CURRENCIES: unknown[] = ['THB', 'LAK'];
const NO_FACTS = '00';
const FACTS = /^01[0-9a-f]{38}$/;
const PDF_START = '%PDF-';

/** An event of the wallet as a statement shows it. */
export interface StatedEvent {
  type: string;
  /** Microseconds since 1970. */
  at: bigint;
  content: Bytes;
  /** Hundredths, right after the event; null where it did not change. */
  balance: bigint | null;
  /** The id of its line, which nothing proves; null where it has no line. */
  lineId: string | null;
}

/** A row that was not written with the journal's key. */
export interface VoidRow extends Link {
  place: Place;
}

export const isVoid = (entry: StatedEvent | VoidRow): entry is VoidRow => 'place' in entry;

/** A statement as a file holds it, not checked yet. */
export interface Statement {
  walletId: string;
  currency: string;
  /** Microseconds since 1970; null from the beginning. */
  from: bigint | null;
  /** Null until now. */
  to: bigint | null;
  /** The log's name in the file. */
  origin: string;
  /** As the file names them: `[{verifier, since, until}]`. */
  keys: unknown;
  checkpoint: unknown;
  /** The number of the first event. */
  first: number;
  before: Bytes;
  /** Oldest first. */
  events: (StatedEvent | VoidRow)[];
  /** Of the last event. */
  leaf: (Place & { recordedAt: bigint }) | null;
}

function readBound(value: unknown, where: string): bigint | null {
  const time = readInstant(value);
  if (time === null && value !== null) throw new ProofFailure('unreadable', where);
  return time;
}

/** No balance is below zero, and a line's amount has no sign. */
function readUnsigned(text: unknown, currency: string, reason: Reason): bigint {
  const value = readAmount(text, currency, 'unreadable');
  if (String(text).startsWith('-')) throw new ProofFailure(reason);
  return value;
}

/** The id of a line: its other texts are not shown, but must be there. */
function readLine(value: unknown, isMoved: boolean, currency: string): string {
  const texts = listOf(value, 'line').map((text) => textOf(text, 'line'));
  const [id = '', , , , amount] = texts;
  if (texts.length !== (isMoved ? 4 : 5)) throw new ProofFailure('unreadable', 'line');
  if (!isMoved) readUnsigned(amount, currency, 'unreadable');
  return id;
}

function readVoid(value: unknown): VoidRow {
  const fields = membersOf(value, VOID, 'event');
  const facts = textOf(fields.facts, 'facts');
  if (facts !== NO_FACTS && !FACTS.test(facts)) throw new ProofFailure('unreadable', 'facts');
  return {
    type: textOf(fields.type, 'type'),
    facts: fromHex(facts, facts.length / 2, 'facts'),
    content: fromHex(fields.content, HASH_LENGTH, 'content'),
    place: readPlace(fields),
  };
}

function readEvent(entry: unknown, currency: string): StatedEvent | VoidRow {
  if (!Array.isArray(entry)) return readVoid(entry);
  const [type, at, content, balance, line] = entry;
  if (entry.length < 3 || entry.length > 5) throw new ProofFailure('unreadable', 'event');
  const isLine = entry.length === 5;
  const isHeld = entry.length > 3 && !(isLine && balance === null);
  return {
    type: textOf(type, 'type'),
    at: readMicros(at, 'at'),
    content: fromHex(content, HASH_LENGTH, 'content'),
    balance: isHeld ? readUnsigned(balance, currency, 'gap') : null,
    lineId: isLine ? readLine(line, isHeld, currency) : null,
  };
}

function readEvents(value: unknown, currency: string, first: number): Statement['events'] {
  return listOf(value, 'events').map((entry, index) => {
    try {
      return readEvent(entry, currency);
    } catch (failure) {
      throw failure instanceof ProofFailure ? failure.at(first + index) : failure;
    }
  });
}

function readLeaf(value: unknown): Statement['leaf'] {
  if (value === null) return null;
  const fields = membersOf(value, LEAF, 'leaf');
  return { ...readPlace(fields), recordedAt: readMicros(fields.recordedAt, 'recordedAt') };
}

export function readStatement(value: unknown): Statement {
  if (fieldsOf(value, 'statement').format !== FORMAT) throw new ProofFailure('no-proof');
  const fields = membersOf(value, MEMBERS, 'statement');
  const currency = textOf(fields.currency, 'currency');
  if (!CURRENCIES.includes(currency)) throw new ProofFailure('unreadable', 'currency');
  const first = readNumber(fields.first, 'first');
  return {
    walletId: readWalletId(fields.walletId),
    currency,
    from: readBound(fields.from, 'from'),
    to: readBound(fields.to, 'to'),
    origin: textOf(fields.origin, 'origin'),
    keys: fields.keys,
    checkpoint: fields.checkpoint,
    first,
    before: fromHex(fields.before, HASH_LENGTH, 'before'),
    events: readEvents(fields.events, currency, first),
    leaf: readLeaf(fields.leaf),
  };
}

function formatOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { format?: unknown } | null)?.format;
  } catch {
    return null;
  }
}

async function readPdf(bytes: Bytes): Promise<unknown> {
  const statements = (await attachedTexts(bytes)).filter((text) => formatOf(text) === FORMAT);
  const [statement] = statements;
  if (statement === undefined) throw new ProofFailure('no-proof');
  // With two attachments, nobody could say which one the pages show.
  if (statements.length > 1) throw new ProofFailure('ambiguous');
  return jsonOf(statement, 'statement');
}

function textFrom(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProofFailure('unreadable', 'UTF-8');
  }
}

/** What an exported file holds, by its content, whatever its name. */
export async function readFile(bytes: Bytes): Promise<unknown> {
  if (bytes.length === 0) throw new ProofFailure('empty');
  if (new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes(PDF_START)) {
    return readPdf(bytes);
  }
  const text = textFrom(bytes);
  // A table to read, or something else.
  if (!text.trimStart().startsWith('{')) throw new ProofFailure('no-proof');
  return jsonOf(text, 'JSON');
}
