import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ApiDocument, referenceOf } from '../../build/apiReference.ts';

const document: ApiDocument = JSON.parse(readFileSync('openapi.json', 'utf8'));
const page = referenceOf(document);
const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name]) => name as string);
const ids = new Set(all(/ id="([^"]+)"/g));

it('describes every operation and every schema', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(operations.length).toBeGreaterThan(100);
  for (const { operationId } of operations) expect(ids).toContain(operationId);
  for (const name of Object.keys(document.components.schemas))
    expect(ids).toContain(`schema-${name}`);
});

it('leads nowhere that is not on the page, and to no other host', () => {
  const places = all(/ href="([^"]+)"/g);
  const elsewhere = new Set(places.filter((place) => !place.startsWith('#')));
  expect([...elsewhere].sort()).toEqual(['/api/openapi.json', 'data:,']);
  for (const place of places.filter((it) => it.startsWith('#')))
    expect(ids).toContain(place.slice(1));
});

it('has one place of each name, and no script', () => {
  expect(all(/ id="([^"]+)"/g)).toHaveLength(ids.size);
  expect(page).not.toMatch(/<script| on[a-z]+="| src="/);
});
