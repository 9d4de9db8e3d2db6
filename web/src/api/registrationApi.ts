/** Registration: the proof of the phone number, the checks of each step, the account. */
import { type CreatedAccount, generatedMoneyApi } from './generated/generatedMoney';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { OtpSent, Registration } from './types';

export const registrationApi = generatedMoneyApi
  .enhanceEndpoints<Tag, Narrowed<typeof generatedMoneyApi, { sendOtp: OtpSent }>>({
    endpoints: {},
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
    }),
  });

export const {
  useValidateAccountMutation,
  useSendOtpMutation,
  useVerifyOtpMutation,
  useRegisterMutation: useCreateAccountMutation,
} = registrationApi;
