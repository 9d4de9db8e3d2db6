/** The notices that the player has closed at this device. */
import { useState } from 'react';
import { readJson, writeJson } from '../../../client/storage';

const KEY = 'wallet.closedNotices';
/** Older ones are no longer shown anyway. */
const KEPT = 20;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A short name for a content, so that a changed notice is another one (FNV-1a). */
export function nameOfContent(content: unknown): string {
  let hash = 0x811c9dc5;
  for (const unit of JSON.stringify(content)) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

export function useClosedNotices() {
  const [closed, setClosed] = useState(() => readJson('local', KEY, isList) ?? []);
  const close = (name: string) => {
    const next = [...closed, name].slice(-KEPT);
    writeJson('local', KEY, next);
    setClosed(next);
  };
  return { closed, close };
}
