/** The report of a range of days. */
import type { Present } from '../../api/narrowed';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';

export type PeriodReport = Present<wire.PeriodReport>;
export type CurrencyReport = PeriodReport['currencies'][number];
export type ReportFigures = CurrencyReport['total'];
export type ReportLine = ReportFigures['lines'][number];

/** Days in Bangkok, `2026-11-27`; both are included. */
export interface DayRange {
  from: string;
  to: string;
}

export const reportApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    getReport: build.query<PeriodReport, DayRange>({
      query: ({ from, to }) => ({ url: 'api/support/report', params: { from, to } }),
    }),
  }),
});

export const { useGetReportQuery } = reportApi;
