/** The operator's notices for all players. */
import { generatedWheelApi } from './generated/generatedWheel';

export const noticesApi = generatedWheelApi.enhanceEndpoints({
  endpoints: {
    listPublicNotices: { providesTags: ['Lookup'] },
  },
});

export const { useListPublicNoticesQuery } = noticesApi;
