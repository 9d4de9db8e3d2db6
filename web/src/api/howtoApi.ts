/** The clips of the how-to page; the pages that need nothing of it do not load it. */

import { type ClipList, generatedMoneyApi } from './generated/generatedMoney';
import type { Tag } from './transport/api';

const howtoApi = generatedMoneyApi.enhanceEndpoints<Tag>({
  endpoints: { listClips: { providesTags: ['Lookup'] } },
});

export type Clip = ClipList['clips'][number];

export const { useListClipsQuery: useGetClipsQuery } = howtoApi;
