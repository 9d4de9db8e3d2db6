/** Finds a PDF's attachments: the streams of its embedded files, unpacked. */
import { type Bytes, concat } from './bytes';
import { ProofFailure } from './failure';

/** Maps each byte to one character, so that text offsets are file offsets. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Many times what ten thousand lines need. A few bytes could unpack to more than a computer has. */
const UNPACKED_MAX = 256 << 20;
/** Each attachment requires a search through the whole file. */
const ATTACHMENTS_MAX = 50;

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > UNPACKED_MAX) {
      await reader.cancel();
      throw new ProofFailure('unreadable', 'PDF attachment');
    }
    chunks.push(next.value);
  }
  return concat(...chunks);
}

async function inflated(packed: Bytes): Promise<Uint8Array> {
  const unpacking = new DecompressionStream('deflate');
  const writer = unpacking.writable.getWriter();
  // The reader receives write errors as well.
  Promise.all([writer.write(packed), writer.close()]).catch(() => undefined);
  try {
    return await collected(unpacking.readable);
  } catch {
    throw new ProofFailure('unreadable', 'PDF attachment');
  }
}

interface Found {
  dictionary: string;
  start: number;
}

function embeddedFiles(text: string): Found[] {
  const found: Found[] = [];
  let seen = 0;
  for (const { index } of text.matchAll(/\/EmbeddedFile(?![A-Za-z0-9])/g)) {
    seen += 1;
    if (seen > ATTACHMENTS_MAX) throw new ProofFailure('unreadable', 'PDF attachments');
    const object = text.lastIndexOf(' obj', index);
    const stream = /stream\r?\n/g;
    stream.lastIndex = index;
    const match = stream.exec(text);
    const end = text.indexOf('endobj', index);
    // A name in another object's dictionary (`/EmbeddedFiles`, a file's entry) has no stream.
    if (object < 0 || !match || (end >= 0 && end < match.index)) continue;
    found.push({
      dictionary: text.slice(object, match.index),
      start: match.index + match[0].length,
    });
  }
  return found;
}

function lengthOf({ dictionary, start }: Found, text: string): number {
  const direct = /\/Length\s+(\d+)(?!\s+\d+\s+R)(?!\d)/.exec(dictionary);
  if (direct) return Number(direct[1]);
  const reference = /\/Length\s+(\d+)\s+(\d+)\s+R/.exec(dictionary);
  const object = new RegExp(`(?:^|\\s)${reference?.[1]}\\s+${reference?.[2]}\\s+obj\\s+(\\d+)`);
  const stored = reference ? object.exec(text) : null;
  if (stored) return Number(stored[1]);
  const end = text.indexOf('endstream', start);
  if (end < 0) throw new ProofFailure('unreadable', 'PDF attachment');
  return end - start;
}

/** One name or a list of them. Without gaps, the name of the next entry follows at once. */
function filtersOf(dictionary: string): string {
  const [, list, one] = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary) ?? [];
  return (list ?? one ?? '').trim();
}

/** The contents of all attached files, as texts. */
export async function attachedTexts(bytes: Bytes): Promise<string[]> {
  const text = latin1(bytes);
  const texts: string[] = [];
  for (const file of embeddedFiles(text)) {
    const content = bytes.slice(file.start, file.start + lengthOf(file, text));
    const filters = filtersOf(file.dictionary);
    if (filters !== '' && filters !== '/FlateDecode') {
      throw new ProofFailure('unreadable', `PDF ${filters}`);
    }
    const unpacked = filters === '' ? content : await inflated(content);
    texts.push(new TextDecoder().decode(unpacked));
  }
  return texts;
}
