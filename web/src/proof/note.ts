/**
 * Checkpoints: what the log's owner has signed. Formats: C2SP tlog-checkpoint in a C2SP signed
 * note, keys as signed-note verifier keys (`name+id+base64(algorithm || public key)`).
 */
import { type Bytes, concat, fromBase64, fromDecimal, toHex, utf8 } from './bytes';
import { sha256 } from './digest';
import { isSigned } from './ed25519';
import { ProofFailure } from './failure';
import { membersOf, textOf } from './members';

/** The byte before a public key: what its signatures cover. */
const CHECKPOINT = 1;
const COSIGNATURE = 4;
const KEY_ID_LENGTH = 4;
const KEY_LENGTH = 32;
const ROOT_LENGTH = 32;

export interface Verifier {
  name: string;
  /** Hex, 4 bytes. */
  keyId: string;
  key: Bytes;
  text: string;
}

export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
  note: string;
}

/** A checkpoint with the keys, of those asked about, that have signed it. */
export interface OpenedNote {
  checkpoint: Checkpoint;
  signers: Verifier[];
}

async function readKey(text: unknown, algorithm: number): Promise<Verifier> {
  const match = typeof text === 'string' ? /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) : null;
  const [whole = '', name = '', keyId = '', encoded = ''] = match ?? [];
  const bytes = fromBase64(encoded, 'verifier');
  const id = (await sha256(concat(utf8(`${name}\n`), bytes))).slice(0, KEY_ID_LENGTH);
  const isKey = bytes[0] === algorithm && bytes.length === 1 + KEY_LENGTH;
  if (!match || !isKey || toHex(id) !== keyId) throw new ProofFailure('unreadable', 'verifier');
  return { name, keyId, key: bytes.slice(1), text: whole };
}

/** A key of a log. */
export const readVerifier = (text: unknown) => readKey(text, CHECKPOINT);

/** A key of a witness. */
export const readWitness = (text: unknown) => readKey(text, COSIGNATURE);

function readCheckpoint(body: string, note: string): Checkpoint {
  const [origin, size, root] = body.split('\n');
  if (!origin || root === undefined) throw new ProofFailure('unreadable', 'checkpoint');
  const hash = fromBase64(root, 'checkpoint root');
  if (hash.length !== ROOT_LENGTH) throw new ProofFailure('unreadable', 'checkpoint root');
  return { origin, size: fromDecimal(size, 'checkpoint size'), root: hash, note };
}

interface SignatureLine {
  name: string;
  keyId: string;
  /** What follows the key's id. */
  signature: Bytes;
}

function readSignature(line: string): SignatureLine {
  const match = /^\u2014 ([^+\s]+) (\S+)$/.exec(line);
  if (!match) throw new ProofFailure('unreadable', 'signature');
  const bytes = fromBase64(match[2] ?? '', 'signature');
  return {
    name: match[1] ?? '',
    keyId: toHex(bytes.slice(0, KEY_ID_LENGTH)),
    signature: bytes.slice(KEY_ID_LENGTH),
  };
}

interface SignedNote {
  /** What the signatures cover, with its last line end. */
  body: string;
  signatures: SignatureLine[];
}

export function readNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new ProofFailure('unreadable', 'checkpoint');
  const lines = note.slice(end + 2, -1).split('\n');
  return { body: note.slice(0, end + 1), signatures: lines.map(readSignature) };
}

/** Whose signature a line claims to be, of those asked about. */
export function signerOf(line: SignatureLine, verifiers: Verifier[]): Verifier | undefined {
  return verifiers.find(({ name, keyId }) => name === line.name && keyId === line.keyId);
}

/**
 * Reads a checkpoint that at least one of the keys has signed. Signatures of other keys are not
 * looked at; a wrong one of a known key is a failure.
 */
export async function openNote(note: unknown, verifiers: Verifier[]): Promise<OpenedNote> {
  const text = textOf(note, 'checkpoint');
  const { body, signatures } = readNote(text);
  const checkpoint = readCheckpoint(body, text);
  const signers: Verifier[] = [];
  for (const line of signatures) {
    const verifier = signerOf(line, verifiers);
    if (!verifier) continue;
    const signed = { message: utf8(body), signature: line.signature };
    if (!(await isSigned(verifier.key, signed))) throw new ProofFailure('signature');
    if (verifier.name !== checkpoint.origin) throw new ProofFailure('wrong-log');
    signers.push(verifier);
  }
  if (signers.length === 0) throw new ProofFailure('unknown-key');
  return { checkpoint, signers };
}

/** A key of the log, and which sizes it signs. */
export interface LogKey {
  verifier: Verifier;
  since: number;
  /** The last size; null for the key of today. */
  until: number | null;
}

export async function readKeys(keys: unknown): Promise<LogKey[]> {
  if (!Array.isArray(keys)) throw new ProofFailure('unreadable', 'keys');
  return Promise.all(
    keys.map(async (entry): Promise<LogKey> => {
      const { verifier, since, until } = membersOf(entry, ['verifier', 'since', 'until'], 'keys');
      return {
        verifier: await readVerifier(verifier),
        since: fromDecimal(since, 'since'),
        until: until === null ? null : fromDecimal(until, 'until'),
      };
    }),
  );
}

/** A retired key may have leaked, so its later signatures do not count. */
export function checkInUse({ until }: LogKey, { size }: Checkpoint): void {
  if (until !== null && size > until) throw new ProofFailure('retired-key');
}

/** Opens a checkpoint that keys of a log have signed while they were in use. */
export async function openBy(note: unknown, keys: LogKey[]): Promise<OpenedNote> {
  const opened = await openNote(
    note,
    keys.map((key) => key.verifier),
  );
  for (const key of keys) {
    if (opened.signers.includes(key.verifier)) checkInUse(key, opened.checkpoint);
  }
  return opened;
}
