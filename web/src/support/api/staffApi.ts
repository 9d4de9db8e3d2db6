/** Logging in; logging out is `app/shell/useLogOut`. */
import type { StaffSession } from './session';
import { supportApi } from './supportApi';

interface Credentials {
  username: string;
  password: string;
  /** The six digits that the authenticator shows. */
  code: string;
}

const staffApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    enterConsole: build.mutation<StaffSession, Credentials>({
      query: (body) => ({ url: 'api/support/login', method: 'POST', body }),
    }),
  }),
});

export const { useEnterConsoleMutation } = staffApi;
