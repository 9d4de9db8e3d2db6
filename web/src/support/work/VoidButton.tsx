import { useSupportText } from '../intl/text';
import { DecideButton } from './DecideButton';

/** Asks to declare a player's void events, so that they stop no money any more. */
export function VoidButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  return (
    <DecideButton
      icon="lock"
      question={{
        title: t('support.work.declareVoid'),
        path: `players/${playerId}/void-declarations`,
        done: t('support.done.declaredVoid'),
        lead: t('support.work.declareVoidLead'),
      }}
    />
  );
}
