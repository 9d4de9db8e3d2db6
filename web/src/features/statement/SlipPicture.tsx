import { useEffect } from 'react';
import { useGetSlipImageQuery, useLazyGetSlipByReferenceQuery } from '../../api/statementApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';

interface SlipPictureProps {
  /** The picture's address under `/api`; it is fetched with the player's own token. */
  link: string;
  alt: string;
}

function SlipPicture({ link, alt }: SlipPictureProps) {
  const t = useText();
  const { data, error, isFetching, refetch } = useGetSlipImageQuery({ link });
  if (error) return <ProblemState error={error} busy={isFetching} onRetry={refetch} />;
  if (!data) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton className="mx-auto h-[60dvh] max-w-80" />
      </div>
    );
  }
  // A slip is white paper with a code, so it stays white in the dark theme.
  return (
    <img
      src={data}
      alt={alt}
      className="mx-auto max-h-[70dvh] rounded-control bg-white object-contain"
    />
  );
}

interface SlipViewerProps extends SlipPictureProps {
  onClose: () => void;
}

export function SlipViewer({ onClose, ...picture }: SlipViewerProps) {
  const t = useText();
  return (
    <Modal title={t('slip.slip')} onClose={onClose} size="wide">
      <SlipPicture {...picture} />
    </Modal>
  );
}

interface SlipByReferenceProps {
  reference: string;
  onClose: () => void;
}

/** The slip behind a statement line, found by its bank reference. */
export function SlipByReference({ reference, onClose }: SlipByReferenceProps) {
  const t = useText();
  const [find, { data, error, isFetching }] = useLazyGetSlipByReferenceQuery();
  useEffect(() => {
    find(reference);
  }, [find, reference]);
  return (
    <Modal title={t('slip.slip')} onClose={onClose} size="wide">
      <p className="tabular mb-3 text-center text-sm break-all text-muted">
        {t('slip.reference', { reference })}
      </p>
      {error ? (
        <ProblemState error={error} busy={isFetching} onRetry={() => find(reference)} />
      ) : data ? (
        <SlipPicture link={data.url} alt={t('slip.reference', { reference })} />
      ) : (
        <Skeleton className="mx-auto h-[60dvh] max-w-80" />
      )}
    </Modal>
  );
}
