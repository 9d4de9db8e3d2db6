/** Registration, log-in and the member's own data. */
import { walletApi } from './api';
import type {
  LoginAnswer,
  OtpSent,
  ProfileWithBank,
  Registration,
  RegistrationStep,
} from './types';

type Saved = { status: string };

export const accountApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    validateAccount: build.mutation<Saved, Partial<Registration> & { step: RegistrationStep }>({
      query: (body) => ({ url: 'api/account/validate', method: 'POST', body }),
    }),
    createAccount: build.mutation<
      Saved & { id: string },
      Registration & { idempotencyKey: string }
    >({
      query: ({ idempotencyKey, ...body }) => ({
        url: 'api/account',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    }),
    sendOtp: build.mutation<OtpSent, { phoneNumber: string }>({
      query: (body) => ({ url: 'api/otp/send', method: 'POST', body }),
    }),
    verifyOtp: build.mutation<{ code: string }, { otpToken: string; otpCode: string }>({
      query: (body) => ({ url: 'api/otp/verify', method: 'POST', body }),
    }),
    login: build.mutation<LoginAnswer, { username: string; password: string; remember?: boolean }>({
      query: (body) => ({ url: 'api/login', method: 'POST', body }),
    }),
    logout: build.mutation<Saved, { token: string }>({
      // The token is named: by the time this runs the session may be forgotten already.
      query: ({ token }) => ({
        url: 'api/logout',
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      }),
    }),
    getProfile: build.query<ProfileWithBank, void>({
      query: () => 'api/account/profile',
      providesTags: ['Profile'],
    }),
    saveProfile: build.mutation<Saved, { name: string }>({
      query: (body) => ({ url: 'api/account/profile', method: 'PUT', body }),
      invalidatesTags: ['Profile', 'Wallet'],
    }),
    saveBankAccountName: build.mutation<Saved, { bankCode: string; bankAccountName: string }>({
      query: (body) => ({ url: 'api/account/bankAccountName', method: 'PUT', body }),
      invalidatesTags: ['Profile', 'Wallet'],
    }),
    changePassword: build.mutation<Saved, { oldPassword: string; newPassword: string }>({
      query: (body) => ({ url: 'api/account/changepwd', method: 'PUT', body }),
    }),
  }),
});

export const {
  useValidateAccountMutation,
  useCreateAccountMutation,
  useSendOtpMutation,
  useVerifyOtpMutation,
  useLoginMutation,
  useLogoutMutation,
  useGetProfileQuery,
  useSaveProfileMutation,
  useSaveBankAccountNameMutation,
  useChangePasswordMutation,
} = accountApi;
