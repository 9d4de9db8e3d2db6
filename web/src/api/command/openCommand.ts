/** What was sent and never answered, as this tab remembers it. */
import { isText, readJson, removeKey, writeJson } from '../../client/storage';
import { type MoneyIntent, readIntent } from './moneyIntent';

type Body = Record<string, string>;

/** An intent's request, parsed from its text. */
function bodyOf(intent: MoneyIntent): Body | null {
  try {
    return Object.fromEntries(JSON.parse(intent.fingerprint) as [string, string][]);
  } catch {
    return null;
  }
}

/** The key of this kind that was sent: only a sent intent may be asked about later. */
export function sentMark(member: string, kind: string) {
  const name = `wallet.intent.${member}.${kind}.sent`;
  return {
    has: (key: string) => readJson('session', name, isText) === key,
    set: (key: string) => writeJson('session', name, key),
    clear: () => removeKey('session', name),
  };
}

/** The request of a command that was sent and never answered; null when there is none. */
export function openCommand(member: string, kind: string): Body | null {
  const intent = readIntent(member, kind);
  return intent && sentMark(member, kind).has(intent.key) ? bodyOf(intent) : null;
}
