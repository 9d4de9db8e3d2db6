/**
 * What the device remembers. Nothing here throws: with storage blocked (cookies off, in-app
 * browsers) or full, a value lives as long as the page.
 */

/** `local` stays on the device, `session` ends with the tab. */
export type Area = 'local' | 'session';

/** What the browser would not take. */
const inPage: Readonly<Record<Area, Map<string, string>>> = {
  local: new Map(),
  session: new Map(),
};

/** The browser's own area. Even naming it throws where storage is blocked. */
function storageOf(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}

function textAt(area: Area, key: string): string | null {
  const held = inPage[area].get(key);
  if (held !== undefined) return held;
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

export function readJson<T>(
  area: Area,
  key: string,
  isValid: (value: unknown) => value is T,
): T | null {
  try {
    const value: unknown = JSON.parse(textAt(area, key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeJson(area: Area, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    storageOf(area).setItem(key, text);
    inPage[area].delete(key);
  } catch {
    inPage[area].set(key, text);
  }
}

export function removeKey(area: Area, key: string): void {
  inPage[area].delete(key);
  try {
    storageOf(area).removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}

/** Calls back with each key that another tab changes on this device. */
export function followStorage(onKey: (key: string) => void): () => void {
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    try {
      if (key !== null && storageArea === storageOf('local')) onKey(key);
    } catch {
      // Blocked meanwhile.
    }
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
