import { useMemo, useState } from 'react';
import { isProblem } from '../../api/transport/problem';
import {
  type SectionName,
  type SettingsCheck,
  useChangeSettingsMutation,
  useCheckSettingsMutation,
} from '../api/settingsApi';
import {
  type Json,
  type JsonTable,
  type Path,
  withoutSwitches,
  withSwitches,
  withValue,
} from './document';
import { utcOf } from './times';

interface Base {
  section: SectionName;
  document: JsonTable;
  /** The newest version. */
  number: number;
  reason: string;
}

/** What a refusal says is wrong, or a check. */
function mistakesIn(error: unknown, check: SettingsCheck | null): SettingsCheck['mistakes'] {
  const refused = isProblem(error) ? error.data?.mistakes : undefined;
  return (refused as SettingsCheck['mistakes'] | undefined) ?? check?.mistakes ?? [];
}

/** A wanted content of a section: typed, checked, and sent. Nothing that was typed is lost by a refusal. */
export function useDraft({ section, document, number, reason }: Base) {
  const [draft, setDraft] = useState({
    document: withSwitches(document),
    before: number,
    from: '',
    until: '',
    reason,
  });
  const [check, setCheck] = useState<SettingsCheck | null>(null);
  const [askCheck, checking] = useCheckSettingsMutation();
  const [send, sending] = useChangeSettingsMutation();
  const mistakes = mistakesIn(sending.error, check);
  const byKey = useMemo(
    () => new Map(mistakes.map(({ key, what }) => [key, what] as const)),
    [mistakes],
  );
  const body = {
    before: draft.before,
    document: withoutSwitches(draft.document, document),
    inForceFrom: utcOf(draft.from),
    inForceUntil: utcOf(draft.until),
  };
  const change = (next: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...next }));
    // The reason is nothing that a check looks at.
    if (Object.keys(next).some((key) => key !== 'reason')) {
      setCheck(null);
      sending.reset();
    }
  };
  return {
    draft,
    change,
    set: (path: Path, value: Json | undefined) =>
      change({ document: withValue(draft.document, path, value) as JsonTable }),
    check,
    mistakes,
    byKey,
    checking,
    sending,
    look: async () => {
      sending.reset();
      const answer = await askCheck({ section, body });
      if (answer.data) setCheck(answer.data);
    },
    put: () => send({ section, body: { ...body, reason: draft.reason.trim() } }),
  };
}

export type Draft = ReturnType<typeof useDraft>;
