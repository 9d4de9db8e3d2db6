import { useSupportText } from '../intl/text';
import { DecideButton } from './DecideButton';
import type { Question } from './DecideDialog';

interface AccessButtonsProps {
  playerId: string;
  /** Whether staff has frozen the player's log-in. */
  isLoginFrozen: boolean;
}

/** Freezes a player's log-in, ends the freeze, and ends the player's sessions. */
export function AccessButtons({ playerId, isLoginFrozen }: AccessButtonsProps) {
  const t = useSupportText();
  const access: Question = isLoginFrozen
    ? {
        title: t('support.work.unfreezeLogin'),
        path: `players/${playerId}/login-unfreeze`,
        done: t('support.done.loginUnblocked'),
        lead: t('support.work.unfreezeLoginLead'),
      }
    : {
        title: t('support.work.freezeLogin'),
        path: `players/${playerId}/login-freeze`,
        done: t('support.done.loginBlocked'),
        lead: t('support.work.freezeLoginLead'),
        isDanger: true,
      };
  const sessions: Question = {
    title: t('support.work.endSessions'),
    path: `players/${playerId}/sessions/end`,
    done: t('support.done.sessionsEnded'),
    lead: t('support.work.endSessionsLead'),
    isDanger: true,
  };
  // A freeze of the log-in has ended every session.
  return (
    <>
      <DecideButton icon="user" question={access} isAlarming={!isLoginFrozen} />
      {!isLoginFrozen && <DecideButton icon="logout" question={sessions} />}
    </>
  );
}
