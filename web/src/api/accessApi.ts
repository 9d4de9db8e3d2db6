/** What guards the account: password, PIN, sessions, notices, and changes that ask for one of them. */
import {
  type MemberNotice as AnyNotice,
  type OpenSession as AnySession,
  generatedMoneyApi,
} from './generated/generatedMoney';
import type { Narrowed, Present } from './narrowed';
import type { Tag } from './transport/api';
import type { OtpSent } from './types';

export type OpenSession = Present<AnySession>;
export type MemberNotice = Present<AnyNotice>;

type Definitions = Narrowed<
  typeof generatedMoneyApi,
  {
    sendPasswordCode: OtpSent;
    sendPinCode: OtpSent;
    listSessions: { list: OpenSession[] };
    listNotices: { list: MemberNotice[] };
  }
>;

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

export const {
  useSendPasswordCodeMutation,
  useResetPasswordMutation,
  useChangePasswordMutation,
  useSetPinMutation,
  useUpdateProfileMutation: useSaveProfileMutation,
  useUpdateBankAccountNameMutation: useSaveBankAccountNameMutation,
  useSendPinCodeMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useListNoticesQuery,
} = accessApi;
