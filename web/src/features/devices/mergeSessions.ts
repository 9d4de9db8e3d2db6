/** Log-ins that read the same are one row: a browser that was logged in five times is one device. */
import type { OpenSession } from '../../api/accessApi';

export interface MergedSession {
  label: string;
  agent: string | null;
  network: string | null;
  /** The newest use of them all. */
  lastSeenAt: string;
  ids: string[];
}

/** By name and network, the one used last first. */
export function mergeSessions(
  sessions: readonly OpenSession[],
  labelOf: (agent: string | null) => string,
): MergedSession[] {
  const rows = new Map<string, MergedSession>();
  for (const { id, agent, network, lastSeenAt } of sessions) {
    const label = labelOf(agent);
    const key = JSON.stringify([label, network]);
    const row = rows.get(key);
    if (!row) rows.set(key, { label, agent, network: network ?? null, lastSeenAt, ids: [id] });
    else {
      row.ids.push(id);
      if (Date.parse(lastSeenAt) > Date.parse(row.lastSeenAt)) row.lastSeenAt = lastSeenAt;
    }
  }
  return [...rows.values()].sort((a, b) => Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt));
}
