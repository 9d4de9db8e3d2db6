/** The exported files with proofs: a bundle (JSON), or the same inside a PDF. */
import type { Bytes } from './bytes';
import { ProofFailure } from './failure';
import type { ClaimedLine } from './line';
import { fieldsOf, membersOf } from './members';
import { attachedTexts } from './pdf';
import { PACKED, readReceipt } from './receipt';
import type { Frame, ReceiptedLine } from './statement';

const FORMAT = 'wallet-statement/1';
const MEMBERS = `format walletId currency from to openingBalance closingBalance origin keys
  checkpoint hashes lines`.split(/\s+/);
const LINE = 'id type status direction amount balance createdAt from to receipt'.split(' ');
const PDF_START = '%PDF-';

/** A statement as a file holds it, not checked yet. */
export interface StatementFile {
  frame: Frame;
  /** The log's name in the file. */
  origin: string;
  /** As the file names them: `[{verifier, since, until}]`. */
  keys: unknown;
  checkpoint: unknown;
  /** Oldest first. */
  lines: ReceiptedLine[];
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProofFailure('unreadable', where);
  }
}

function listOf(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new ProofFailure('unreadable', where);
  return value;
}

function textOf(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new ProofFailure('unreadable', where);
  return value;
}

function claimedOf(line: Record<string, unknown>): ClaimedLine {
  for (const name of ['id', 'status', 'from', 'to']) textOf(line[name], name);
  return {
    type: textOf(line.type, 'type'),
    direction: textOf(line.direction, 'direction'),
    amount: textOf(line.amount, 'amount'),
    balance: line.balance === null ? null : textOf(line.balance, 'balance'),
    createdAt: textOf(line.createdAt, 'createdAt'),
  };
}

function frameOf(fields: Record<string, unknown>): Frame {
  const { from, to, openingBalance, closingBalance, currency } = fields;
  const walletId = textOf(fields.walletId, 'walletId');
  return { walletId, currency, from, to, openingBalance, closingBalance };
}

/** The log size of all receipts of a file, from its checkpoint. */
function sizeOf(checkpoint: unknown): string {
  return textOf(checkpoint, 'checkpoint').split('\n')[1] ?? '';
}

export function readBundle(value: unknown): StatementFile {
  if (fieldsOf(value, 'bundle').format !== FORMAT) throw new ProofFailure('no-proof');
  const fields = membersOf(value, MEMBERS, 'bundle');
  const hashes = listOf(fields.hashes, 'hashes');
  const treeSize = sizeOf(fields.checkpoint);
  const used = new Set<unknown>();
  const lines = listOf(fields.lines, 'lines').map((entry): ReceiptedLine => {
    const line = membersOf(entry, LINE, 'line');
    const receipt = membersOf(line.receipt, PACKED, 'receipt');
    const path = listOf(receipt.path, 'path').map((index) => {
      used.add(index);
      return hashes[index as number];
    });
    return { claimed: claimedOf(line), receipt: readReceipt({ ...receipt, treeSize, path }) };
  });
  if (used.size !== hashes.length || new Set(hashes).size !== hashes.length) {
    throw new ProofFailure('unreadable', 'hashes');
  }
  return {
    frame: frameOf(fields),
    origin: textOf(fields.origin, 'origin'),
    keys: fields.keys,
    checkpoint: fields.checkpoint,
    lines,
  };
}

function isBundle(text: string): boolean {
  try {
    return (JSON.parse(text) as { format?: unknown } | null)?.format === FORMAT;
  } catch {
    return false;
  }
}

async function readPdf(bytes: Bytes): Promise<StatementFile> {
  const bundles = (await attachedTexts(bytes)).filter(isBundle);
  const [bundle] = bundles;
  if (bundle === undefined) throw new ProofFailure('no-proof');
  // With two attachments, nobody could say which one the pages show.
  if (bundles.length > 1) throw new ProofFailure('ambiguous');
  return readBundle(jsonOf(bundle, 'bundle'));
}

function textFrom(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProofFailure('unreadable', 'UTF-8');
  }
}

/** Reads an exported file by its content, whatever its name. */
export async function readStatementFile(bytes: Bytes): Promise<StatementFile> {
  if (bytes.length === 0) throw new ProofFailure('empty');
  if (new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes(PDF_START)) {
    return readPdf(bytes);
  }
  const text = textFrom(bytes);
  // A table to read, or something else.
  if (!text.trimStart().startsWith('{')) throw new ProofFailure('no-proof');
  return readBundle(jsonOf(text, 'JSON'));
}
