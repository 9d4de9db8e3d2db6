/** Registration: the proof of the phone number, the checks of each step, the account. */
import { type NarrowedMoney, useAdapted } from './adapt';
import {
  type AccountDraft,
  type CreatedAccount,
  generatedMoneyApi,
  type OtpCheck,
  type OtpRequest,
} from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { OtpSent, Registration } from './types';

export const registrationApi = generatedMoneyApi
  .enhanceEndpoints<Tag, NarrowedMoney<{ sendOtp: OtpSent }>>({ endpoints: {} })
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

const toDraft = (accountDraft: AccountDraft) => ({ accountDraft });
const toOtpRequest = (otpRequest: OtpRequest) => ({ otpRequest });
const toOtpCheck = (otpCheck: OtpCheck) => ({ otpCheck });

export const useValidateAccountMutation = () =>
  useAdapted(registrationApi.useValidateAccountMutation(), toDraft);
export const useSendOtpMutation = () =>
  useAdapted(registrationApi.useSendOtpMutation(), toOtpRequest);
export const useVerifyOtpMutation = () =>
  useAdapted(registrationApi.useVerifyOtpMutation(), toOtpCheck);

export const { useRegisterMutation: useCreateAccountMutation } = registrationApi;
