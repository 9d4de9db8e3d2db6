import { isProblem } from '../../../api/transport/problem';
import { useText } from '../../../intl/text';
import { ProblemNote } from '../../../ui/feedback/ProblemNote';
import { Progress } from '../../../ui/feedback/Progress';
import { usePreviewAddress, type useSlipUpload } from './useSlipUpload';

interface SlipPreviewProps {
  slip: ReturnType<typeof useSlipUpload>;
  file: File;
}

/** What the player can do where the code alone does not say it; otherwise the problem itself. */
function useUploadWords() {
  const t = useText();
  return (problem: unknown): unknown => {
    if (!isProblem(problem)) return problem;
    if (problem.status === 408 || problem.code === 'TIMEOUT') return t('slip.tooSlow');
    const isKnown = problem.code === 'SLIP_INVALID_FILE' && problem.data?.kind;
    return isKnown ? t('slip.otherFormat') : problem;
  };
}

/** The chosen picture, and how much of it has been sent. */
export function SlipPreview({ slip, file }: SlipPreviewProps) {
  const t = useText();
  const address = usePreviewAddress(file);
  const words = useUploadWords();
  return (
    <div className="space-y-4">
      {slip.problem !== null && <ProblemNote error={words(slip.problem)} />}
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
