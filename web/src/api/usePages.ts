import { useState } from 'react';

interface Answer<P> {
  data?: P | undefined;
  currentData?: P | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

type UsePage<P> = (
  request: { page: number; limit: number },
  options: { refetchOnMountOrArgChange: boolean },
) => Answer<P>;

/** A list page by page; the last page stays in view until the next one or a failure comes. */
export function usePages<P extends { total: number }>(useGetPage: UsePage<P>, limit: number) {
  const [page, onPage] = useState(1);
  const answer = useGetPage({ page, limit }, { refetchOnMountOrArgChange: true });
  const { currentData, error, isFetching, refetch } = answer;
  const data = error ? currentData : answer.data;
  return {
    data,
    isOld: !currentData,
    error,
    isFetching,
    refetch,
    pager: { page, total: data?.total ?? 0, limit, busy: isFetching, onPage },
  };
}
