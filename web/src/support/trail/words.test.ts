import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import words from '../messages/en.json';

/** Calls that are written down under another name: `search`, `login`, `look`. */
const NAMED = new Set([
  'read players',
  'read players/lists/{list}',
  'read players/lists/{list}/export',
  'post login',
  'post players/{id}/look',
]);

/** Every call of the console, by the kind of its entry; see the gateway's `audit_guard`. */
function kindsOf(client: string): string[] {
  const calls = client.matchAll(/url: `\/api\/support\/([^`]+)`(?:,\s*method: ["'](\w+)["'])?/g);
  return [...calls].map(([, path = '', method]) => {
    const route = path.replace(/\$\{encodeURIComponent\(String\(queryArg\.(\w+)\)\)\}/g, '{$1}');
    const ofPlayer = /^players\/\{id\}(.*)$/.exec(route)?.[1];
    if (method) return `${method.toLowerCase()} ${route}`;
    if (ofPlayer === undefined) return `read ${route}`;
    return ofPlayer ? `look${ofPlayer.replaceAll('/', '.')}` : 'look.profile';
  });
}

const NAME =
  /"((?:decision|staff|member|login|sessions|conversation|reply|work|quota|socket|player|search|look)\.[a-z][a-z.-]*)"/g;

/** The kinds of entries that the gateway's sources name. */
function namesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.rs'));
  const texts = sources.map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(NAME)].map((match) => match[1] ?? ''));
}

const singular = (many: string) => many.replace(/ies$/, 'y').replace(/s$/, '');

describe('the trail', () => {
  it('has words for every call of the console, so that no route is shown', () => {
    const kinds = kindsOf(readFileSync('src/support/api/generatedSupport.ts', 'utf8'));
    expect(kinds).toContain('read operations/rebuild');
    expect(kinds).toContain('post operations/rebuild');
    const silent = kinds.filter((kind) => !NAMED.has(kind) && !(`support.act.${kind}` in words));
    expect(silent).toEqual([]);
  });

  it('has words for every entry that the gateway makes under another name', () => {
    const kinds = namesIn('../gateway/backoffice/src').concat(namesIn('../gateway/src/api'));
    expect(kinds).toContain('decision.make');
    expect(kinds.filter((kind) => !(`support.act.${kind}` in words))).toEqual([]);
  });

  it('has words for everything that an entry is about', () => {
    const calls = kindsOf(readFileSync('src/support/api/generatedSupport.ts', 'utf8'));
    const subjects = calls.flatMap((kind) => /(?:^| |\/)([\w-]+)\/\{/.exec(kind)?.[1] ?? []);
    const decided = ['password', 'freeze', 'limit', 'correction', 'reward'];
    const all = [...subjects.map(singular), ...decided];
    expect(all).toContain('slip');
    expect(all.filter((name) => !(`support.trail.subject.${name}` in words))).toEqual([]);
  });
});
