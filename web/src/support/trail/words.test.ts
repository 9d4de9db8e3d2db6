import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import words from '../messages/en.json';

/** Calls that are written down under another name: `search`, `login`, `look`. */
const NAMED = new Set(['read players', 'post login', 'post players/{id}/look']);

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

describe('the trail', () => {
  it('has words for every call of the console, so that no route is shown', () => {
    const kinds = kindsOf(readFileSync('src/support/api/generatedSupport.ts', 'utf8'));
    expect(kinds).toContain('read operations/rebuild');
    expect(kinds).toContain('post operations/rebuild');
    const silent = kinds.filter((kind) => !NAMED.has(kind) && !(`support.act.${kind}` in words));
    expect(silent).toEqual([]);
  });
});
