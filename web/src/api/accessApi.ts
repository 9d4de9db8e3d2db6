/** Who is logged in: another password, the sessions, and the notices to every device. */
import { type NarrowedMoney, type Present, useAdapted } from './adapt';
import {
  type MemberNotice as AnyNotice,
  type OpenSession as AnySession,
  generatedMoneyApi,
  type PasswordChange,
  type PasswordCodeRequest,
  type PasswordReset,
} from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { OtpSent } from './types';

export type OpenSession = Present<AnySession>;
export type MemberNotice = Present<AnyNotice>;

type Definitions = NarrowedMoney<{
  sendPasswordCode: OtpSent;
  listSessions: { list: OpenSession[] };
  listNotices: { list: MemberNotice[] };
}>;

const sessions = (): Tag[] => ['Session'];

export const accessApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    listSessions: { providesTags: ['Session'] },
    endSession: { invalidatesTags: sessions },
    endOtherSessions: { invalidatesTags: sessions },
    listNotices: { providesTags: ['Notice'] },
  },
});

const toPasswordCode = (passwordCodeRequest: PasswordCodeRequest) => ({ passwordCodeRequest });
const toPasswordChange = (passwordChange: PasswordChange) => ({ passwordChange });
const toPasswordReset = (passwordReset: PasswordReset) => ({ passwordReset });

export const useSendPasswordCodeMutation = () =>
  useAdapted(accessApi.useSendPasswordCodeMutation(), toPasswordCode);
export const useResetPasswordMutation = () =>
  useAdapted(accessApi.useResetPasswordMutation(), toPasswordReset);

export const useChangePasswordMutation = () =>
  useAdapted(accessApi.useChangePasswordMutation(), toPasswordChange);

export const {
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useListNoticesQuery,
} = accessApi;
