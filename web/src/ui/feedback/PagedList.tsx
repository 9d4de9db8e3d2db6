import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../intl/text';
import { classNames } from '../display/classNames';
import { Pager } from '../display/Pager';
import { SkeletonRows } from './Skeleton';
import { ProblemState } from './States';

interface PagedListProps<D, T> {
  /** From `usePages`, or an infinite query. */
  list: {
    data?: D | undefined;
    /** Another page is loading. */
    isOld?: boolean;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
    pager?: ComponentProps<typeof Pager>;
  };
  items: (data: D) => readonly T[];
  /** How many placeholder rows are shown while it loads. */
  rows: number;
  empty: ReactNode;
  /** Distinguishes its pages from those of another list. */
  name?: string;
  /** The control that brings more of a list without page numbers. */
  more?: ReactNode;
  children: (items: readonly T[], data: D) => ReactNode;
}

/** A list's loaded rows and its pager, or its loading, empty or failure state. */
export function PagedList<D, T>(props: PagedListProps<D, T>) {
  const { list, rows, empty, name, more } = props;
  const { data, error, isFetching, refetch, pager } = list;
  const t = useText();
  if (!data) {
    return error ? (
      <ProblemState error={error} busy={isFetching} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={rows} label={t('common.loading')} />
    );
  }
  const items = props.items(data);
  if (items.length === 0) return empty;
  return (
    <>
      <div
        aria-busy={list.isOld || undefined}
        className={classNames('transition-opacity', list.isOld && 'opacity-60')}
      >
        {props.children(items, data)}
      </div>
      {pager && <Pager {...pager} name={name} />}
      {more}
    </>
  );
}
