// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isText, readJson, removeKey, writeJson } from './storage';

const refuse = (name: 'localStorage' | 'sessionStorage') =>
  vi.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });

afterEach(() => {
  vi.restoreAllMocks();
  removeKey('local', 'a');
  removeKey('session', 'a');
});

describe('what the device remembers', () => {
  it.each(['local', 'session'] as const)('lives as long as the page with %s blocked', (area) => {
    refuse('localStorage');
    refuse('sessionStorage');
    expect(readJson(area, 'a', isText)).toBeNull();
    writeJson(area, 'a', 'one');
    expect(readJson(area, 'a', isText)).toBe('one');
    removeKey(area, 'a');
    expect(readJson(area, 'a', isText)).toBeNull();
  });

  it('is the newest value also where only writing fails', () => {
    writeJson('local', 'a', 'old');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeJson('local', 'a', 'new');
    expect(readJson('local', 'a', isText)).toBe('new');
  });

  it('is nothing when it is damaged', () => {
    localStorage.setItem('a', '{');
    expect(readJson('local', 'a', isText)).toBeNull();
  });
});

it('is the only way to a storage, because even its name throws where it is blocked', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|vitest\./.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const direct = sources.filter((file) =>
    /\b(?:local|session)Storage\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(direct).toEqual(['client/storage.ts']);
});
