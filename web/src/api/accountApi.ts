/** Log-in and the member's own data. */
import { useAdapted } from './adapt';
import {
  type BankAccountNameUpdate,
  type Done,
  generatedApi,
  type LoginRequest,
  type ProfileUpdate,
} from './generated/generated';
import type { Tag } from './transport/api';

const ownData = (): Tag[] => ['Profile', 'Wallet'];

export const accountApi = generatedApi
  .enhanceEndpoints<Tag>({
    endpoints: {
      getProfile: { providesTags: ['Profile'] },
      updateProfile: { invalidatesTags: ownData },
      updateBankAccountName: { invalidatesTags: ownData },
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

const toLogin = (loginRequest: LoginRequest) => ({ loginRequest });
const toProfile = ({
  idempotencyKey,
  ...profileUpdate
}: ProfileUpdate & { idempotencyKey: string }) => ({
  profileUpdate,
  'Idempotency-Key': idempotencyKey,
});
const toBankName = (bankAccountNameUpdate: BankAccountNameUpdate) => ({ bankAccountNameUpdate });

export const useLoginMutation = () => useAdapted(accountApi.useLogInMutation(), toLogin);
export const useSaveProfileMutation = () =>
  useAdapted(accountApi.useUpdateProfileMutation(), toProfile);
export const useSaveBankAccountNameMutation = () =>
  useAdapted(accountApi.useUpdateBankAccountNameMutation(), toBankName);

export const { useLogOutMutation: useLogoutMutation, useGetProfileQuery } = accountApi;
