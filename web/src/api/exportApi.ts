/** The statement as a file: fetched with the player's session, held in memory until it is saved. */
import { walletApi } from './transport/api';

export const EXPORT_FORMATS = ['pdf', 'csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportQuery {
  format: ExportFormat;
  /** RFC 3339, inclusive; null from the first line on. */
  from: string | null;
  /** RFC 3339, exclusive; null until now. */
  to: string | null;
  lang: 'th' | 'la' | 'en';
}

/** An object URL of the file. The caller must revoke it. */
async function fileAddress(response: Response): Promise<unknown> {
  return response.ok ? URL.createObjectURL(await response.blob()) : response.json();
}

export const exportApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    exportStatement: build.query<string, ExportQuery>({
      query: ({ format, from, to, lang }) => ({
        url: 'api/statement/export',
        params: { format, lang, ...(from && { from }), ...(to && { to }) },
        responseHandler: fileAddress,
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});
