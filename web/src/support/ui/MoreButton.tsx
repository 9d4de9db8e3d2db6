import { Button } from '../../ui/display/Button';
import { useSupportText } from '../intl/text';

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown };
}

/** Brings the next page of an infinite list; there is none at its end. */
export function MoreButton({ list: { hasNextPage, isFetching, fetchNextPage } }: MoreButtonProps) {
  const t = useSupportText();
  if (!hasNextPage) return null;
  return (
    <Button tone="quiet" wide busy={isFetching} onClick={() => fetchNextPage()}>
      {t('support.more')}
    </Button>
  );
}
