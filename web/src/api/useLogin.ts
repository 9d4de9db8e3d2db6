import { useCallback } from 'react';
import { useAppDispatch } from '../client/hooks';
import { isPhone, normalisePhone } from '../client/phone';
import { signedIn } from '../client/session';
import { useLoginMutation } from './accountApi';
import { TAGS, walletApi } from './transport/api';

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/** A phone number in any spelling becomes the stored one; everything else is sent as typed. */
function usernameOf(typed: string): string {
  const phone = normalisePhone(typed);
  return isPhone(phone) ? phone : typed;
}

/** Logs in and stores the session; answers whether it worked. */
export function useLogin() {
  const dispatch = useAppDispatch();
  const [login, { isLoading, error, reset }] = useLoginMutation();
  const submit = useCallback(
    async ({ username, password, remember }: Credentials) => {
      const name = usernameOf(username);
      const answer = await login({ username: name, password, remember });
      if (!answer.data) return false;
      const { token, expiresAt } = answer.data;
      dispatch(signedIn({ session: { token, expiresAt, username: name }, remember }));
      dispatch(walletApi.util.invalidateTags([...TAGS]));
      return true;
    },
    [dispatch, login],
  );
  return { submit, isLoading, error, reset };
}
