/** Log-in, log-out and the member's own data. */
import { generatedApi } from './generated/generated';
import type { Done } from './generated/generatedMoney';
import type { Tag } from './transport/api';

export const accountApi = generatedApi
  .enhanceEndpoints<Tag>({
    endpoints: {
      getProfile: { providesTags: ['Profile'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Takes the token, because the session may already be cleared when this runs. */
      logOut: build.mutation<Done, { token: string }>({
        query: ({ token }) => ({
          url: '/api/logout',
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
        }),
      }),
    }),
  });

export const {
  useLogInMutation: useLoginMutation,
  useLogOutMutation: useLogoutMutation,
  useGetProfileQuery,
} = accountApi;
