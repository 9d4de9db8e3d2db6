/** The clips of the how-to page, in a separate file that other pages do not load. */
import { type ClipList, generatedMoneyApi } from './generated/generatedMoney';
import type { Tag } from './transport/api';

const howtoApi = generatedMoneyApi.enhanceEndpoints<Tag>({
  endpoints: { listClips: { providesTags: ['Lookup'] } },
});

export type Clip = ClipList['clips'][number];

export const { useListClipsQuery: useGetClipsQuery } = howtoApi;
