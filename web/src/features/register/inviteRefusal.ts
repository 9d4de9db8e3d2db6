import { isProblem, problemFields } from '../../api/transport/problem';
import { forgetInviteCode, keptInviteCode } from '../../client/inviteCode';
import { useText } from '../../intl/text';
import { useToast } from '../../ui/feedback/toasts';
import type { ChangeDraft } from './draft';

/** The server knows nobody by the inviter's code. */
export const isAboutInvite = (error: unknown): boolean =>
  isProblem(error) && problemFields(error).includes('inviteCode');

/**
 * What follows when a code is refused. One that was typed is wrong at its field. One of a link is
 * nothing that the visitor could correct: it is dropped with a notice, and the answer is true, as
 * the registration can continue without it.
 */
export function useInviteRefusal(change: ChangeDraft) {
  const t = useText();
  const toast = useToast();
  return (code: string): boolean => {
    if (code !== keptInviteCode()) {
      change({ refusedCode: code });
      return false;
    }
    forgetInviteCode();
    change({ inviteCode: '' });
    toast.info(t('register.inviteDropped'));
    return true;
  };
}
