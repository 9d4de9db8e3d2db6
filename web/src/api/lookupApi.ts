/** Public facts of the deployment: name, banks, texts, switches. */
import { walletApi } from './api';
import type {
  Bank,
  Contact,
  DepositLookup,
  Info,
  LocalText,
  ServiceState,
  SlipRules,
  Source,
  WithdrawLimits,
} from './types';

const HOUR_S = 3600;

export const lookupApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    getInfo: build.query<Info, void>({
      query: () => 'api/lookup/info',
      providesTags: ['Lookup'],
      keepUnusedDataFor: HOUR_S,
    }),
    getBanks: build.query<{ banks: Bank[] }, void>({
      query: () => 'api/lookup/banks',
      providesTags: ['Lookup'],
      keepUnusedDataFor: HOUR_S,
    }),
    getSources: build.query<{ sources: Source[] }, void>({
      query: () => 'api/lookup/sources',
      providesTags: ['Lookup'],
      keepUnusedDataFor: HOUR_S,
    }),
    getConditions: build.query<{ conditions: LocalText[] }, void>({
      query: () => 'api/lookup/conditions',
      providesTags: ['Lookup'],
    }),
    getAgreements: build.query<{ agreements: LocalText[] }, void>({
      query: () => 'api/lookup/agreements',
      providesTags: ['Lookup'],
    }),
    getNotice: build.query<{ notice: LocalText }, void>({
      query: () => 'api/lookup/notice',
      providesTags: ['Lookup'],
    }),
    getContact: build.query<Contact, void>({
      query: () => 'api/lookup/contact',
      providesTags: ['Lookup'],
    }),
    getDepositAccounts: build.query<DepositLookup, void>({
      query: () => 'api/lookup/deposit',
      providesTags: ['Lookup'],
    }),
    getWithdrawLimits: build.query<WithdrawLimits, void>({
      query: () => 'api/lookup/withdraw',
      providesTags: ['Lookup'],
    }),
    getSlipRules: build.query<SlipRules, void>({
      query: () => 'api/lookup/slip',
      providesTags: ['Lookup'],
    }),
    getRegisterOtp: build.query<{ registerOTP: boolean }, void>({
      query: () => 'api/lookup/registerOTP',
      providesTags: ['Lookup'],
    }),
    getServiceState: build.query<ServiceState, void>({
      query: () => 'api/lookup/active',
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetInfoQuery,
  useGetBanksQuery,
  useGetSourcesQuery,
  useGetConditionsQuery,
  useGetAgreementsQuery,
  useGetNoticeQuery,
  useGetContactQuery,
  useGetDepositAccountsQuery,
  useGetWithdrawLimitsQuery,
  useGetSlipRulesQuery,
  useGetRegisterOtpQuery,
  useGetServiceStateQuery,
} = lookupApi;
