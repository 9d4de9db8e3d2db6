import { useText } from '../../../intl/text';
import { ErrorNote } from '../../../ui/feedback/ErrorNote';
import { ProblemText } from '../../../ui/feedback/ProblemText';
import { Progress } from '../../../ui/feedback/Progress';
import { usePreviewAddress, type useSlipUpload } from './useSlipUpload';

interface SlipPreviewProps {
  slip: ReturnType<typeof useSlipUpload>;
  file: File;
}

/** The chosen picture, and how much of it has been sent. */
export function SlipPreview({ slip, file }: SlipPreviewProps) {
  const t = useText();
  const address = usePreviewAddress(file);
  return (
    <div className="space-y-4">
      {slip.problem !== null && (
        <ErrorNote>
          <ProblemText error={slip.problem} />
        </ErrorNote>
      )}
      {slip.phase === 'sending' && (
        <Progress label={t(slip.share < 1 ? 'slip.sending' : 'slip.awaiting')} share={slip.share} />
      )}
      <p role="status" className="text-center font-medium empty:hidden">
        {slip.isCancelled && t('slip.cancelled')}
      </p>
      <div className="flex h-[min(24rem,50dvh)] items-center justify-center rounded-card bg-sunken p-3">
        {address && (
          <img
            src={address}
            alt={t('slip.preview')}
            className="max-h-full max-w-full rounded-control object-contain"
          />
        )}
      </div>
      <p className="text-center text-sm break-all text-muted">{file.name}</p>
    </div>
  );
}
