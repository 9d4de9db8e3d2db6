/** Registration, log-in and the member's own data. */
import { type Narrowed, useAdapted } from './adapt';
import {
  type AccountDraft,
  type BankAccountNameUpdate,
  type Done,
  generatedApi,
  type LoginRequest,
  type OtpCheck,
  type OtpRequest,
  type PasswordChange,
  type ProfileUpdate,
} from './generated/generated';
import type { CreatedAccount } from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { OtpSent, Registration } from './types';

const ownData = (): Tag[] => ['Profile', 'Wallet'];

export const accountApi = generatedApi
  .enhanceEndpoints<Tag, Narrowed<{ sendOtp: OtpSent }>>({
    endpoints: {
      getProfile: { providesTags: ['Profile'] },
      updateProfile: { invalidatesTags: ownData },
      updateBankAccountName: { invalidatesTags: ownData },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Sent with a key, so pressing again after a lost answer cannot make two accounts. */
      register: build.mutation<CreatedAccount, Registration & { idempotencyKey: string }>({
        query: ({ idempotencyKey, ...body }) => ({
          url: '/api/account',
          method: 'POST',
          body,
          headers: { 'Idempotency-Key': idempotencyKey },
        }),
      }),
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

const toDraft = (accountDraft: AccountDraft) => ({ accountDraft });
const toOtpRequest = (otpRequest: OtpRequest) => ({ otpRequest });
const toOtpCheck = (otpCheck: OtpCheck) => ({ otpCheck });
const toLogin = (loginRequest: LoginRequest) => ({ loginRequest });
const toProfile = ({
  idempotencyKey,
  ...profileUpdate
}: ProfileUpdate & { idempotencyKey: string }) => ({
  profileUpdate,
  'Idempotency-Key': idempotencyKey,
});
const toBankName = (bankAccountNameUpdate: BankAccountNameUpdate) => ({ bankAccountNameUpdate });
const toPassword = (passwordChange: PasswordChange) => ({ passwordChange });

export const useValidateAccountMutation = () =>
  useAdapted(accountApi.useValidateAccountMutation(), toDraft);
export const useSendOtpMutation = () => useAdapted(accountApi.useSendOtpMutation(), toOtpRequest);
export const useVerifyOtpMutation = () => useAdapted(accountApi.useVerifyOtpMutation(), toOtpCheck);
export const useLoginMutation = () => useAdapted(accountApi.useLogInMutation(), toLogin);
export const useSaveProfileMutation = () =>
  useAdapted(accountApi.useUpdateProfileMutation(), toProfile);
export const useSaveBankAccountNameMutation = () =>
  useAdapted(accountApi.useUpdateBankAccountNameMutation(), toBankName);
export const useChangePasswordMutation = () =>
  useAdapted(accountApi.useChangePasswordMutation(), toPassword);

export const {
  useRegisterMutation: useCreateAccountMutation,
  useLogOutMutation: useLogoutMutation,
  useGetProfileQuery,
} = accountApi;
