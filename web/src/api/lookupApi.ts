/** Public facts of the deployment: name, banks, texts, switches. */
import { serviceActive, serviceGone } from '../client/session';
import { generatedApi } from './generated/generated';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { Bank, Contact, DepositLookup, Info, ServiceState } from './types';

const HOUR_S = 3600;
const FIXED = { providesTags: ['Lookup' as const], keepUnusedDataFor: HOUR_S };
const CURRENT = { providesTags: ['Lookup' as const] };

type Definitions = Narrowed<
  typeof generatedApi,
  {
    getInfo: Info;
    listBanks: { banks: Bank[] };
    getContact: Contact;
    getDepositLookup: DepositLookup;
    getActive: ServiceState;
  }
>;

export const lookupApi = generatedApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    getInfo: FIXED,
    listBanks: FIXED,
    listSources: FIXED,
    getRegisterOtp: CURRENT,
    listConditions: CURRENT,
    listAgreements: CURRENT,
    getContact: CURRENT,
    getDepositLookup: CURRENT,
    getWithdrawLookup: CURRENT,
    getActive: {
      keepUnusedDataFor: 0,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(answer.data.terminated === 'gone' ? serviceGone() : serviceActive());
      },
    },
  },
});

export const {
  useGetInfoQuery,
  useListBanksQuery: useGetBanksQuery,
  useListSourcesQuery: useGetSourcesQuery,
  useListConditionsQuery: useGetConditionsQuery,
  useListAgreementsQuery: useGetAgreementsQuery,
  useGetContactQuery,
  useGetDepositLookupQuery: useGetDepositAccountsQuery,
  useGetWithdrawLookupQuery: useGetWithdrawLimitsQuery,
  useGetRegisterOtpQuery,
  useGetActiveQuery: useGetServiceStateQuery,
  useLazyGetActiveQuery: useLazyGetServiceStateQuery,
} = lookupApi;
