/** What guards the account: password, PIN, sessions, notices, and changes that ask for one of them. */
import { type NarrowedMoney, type Present, useAdapted } from './adapt';
import {
  type MemberNotice as AnyNotice,
  type OpenSession as AnySession,
  type BankAccountNameUpdate,
  generatedMoneyApi,
  type PasswordChange,
  type PasswordCodeRequest,
  type PasswordReset,
  type PinUpdate,
  type ProfileUpdate,
} from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { OtpSent } from './types';
import type { Keyed } from './walletApi';

export type OpenSession = Present<AnySession>;
export type MemberNotice = Present<AnyNotice>;

type Definitions = NarrowedMoney<{
  sendPasswordCode: OtpSent;
  sendPinCode: OtpSent;
  listSessions: { list: OpenSession[] };
  listNotices: { list: MemberNotice[] };
}>;

const sessions = (): Tag[] => ['Session'];
const ownData = (): Tag[] => ['Profile', 'Wallet'];

export const accessApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    listSessions: { providesTags: ['Session'] },
    endSession: { invalidatesTags: sessions },
    endOtherSessions: { invalidatesTags: sessions },
    listNotices: { providesTags: ['Notice'] },
    updateProfile: { invalidatesTags: ownData },
    updateBankAccountName: { invalidatesTags: ownData },
    // Whether there is one is said with the limits of a withdrawal.
    setPin: { invalidatesTags: () => ['Lookup'] },
  },
});

const toPasswordCode = (passwordCodeRequest: PasswordCodeRequest) => ({ passwordCodeRequest });
const toPasswordChange = (passwordChange: PasswordChange) => ({ passwordChange });
const toPasswordReset = (passwordReset: PasswordReset) => ({ passwordReset });
const toPin = (pinUpdate: PinUpdate) => ({ pinUpdate });
const toProfile = ({
  idempotencyKey,
  pin,
  ...profileUpdate
}: ProfileUpdate & Keyed & { pin?: string | undefined }) => ({
  profileUpdate,
  'X-Pin': pin,
  'Idempotency-Key': idempotencyKey,
});
const toBankName = (bankAccountNameUpdate: BankAccountNameUpdate) => ({ bankAccountNameUpdate });

export const useSendPasswordCodeMutation = () =>
  useAdapted(accessApi.useSendPasswordCodeMutation(), toPasswordCode);
export const useResetPasswordMutation = () =>
  useAdapted(accessApi.useResetPasswordMutation(), toPasswordReset);

export const useChangePasswordMutation = () =>
  useAdapted(accessApi.useChangePasswordMutation(), toPasswordChange);

export const useSetPinMutation = () => useAdapted(accessApi.useSetPinMutation(), toPin);
export const useSaveProfileMutation = () =>
  useAdapted(accessApi.useUpdateProfileMutation(), toProfile);
export const useSaveBankAccountNameMutation = () =>
  useAdapted(accessApi.useUpdateBankAccountNameMutation(), toBankName);

export const {
  useSendPinCodeMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useListNoticesQuery,
} = accessApi;
