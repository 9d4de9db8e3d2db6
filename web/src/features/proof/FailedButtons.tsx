import { useLocation } from 'wouter';
import { saveFile } from '../../client/saveFile';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { type Evidence, evidenceOf } from './evidence';
import type { ProofText } from './useProofText';

interface FailedButtonsProps {
  evidence: Evidence;
  text: ProofText;
  onClose: () => void;
}

/** After a failed check: download the evidence first, then contact support. An old page is loaded again. */
export function FailedButtons({ evidence, text, onClose }: FailedButtonsProps) {
  const t = useText();
  const [, navigate] = useLocation();
  if (evidence.failure?.reason === 'newer') {
    return (
      <Button icon="refresh" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </Button>
    );
  }
  return (
    <>
      <Button
        tone="danger"
        icon="deposit"
        onClick={() => {
          const file = new Blob([evidenceOf(evidence)], { type: 'application/json' });
          saveFile(file, 'receipt.json');
        }}
      >
        {text('download')}
      </Button>
      <Button
        tone="secondary"
        icon="chat"
        onClick={() => {
          onClose();
          navigate('/user/contact');
        }}
      >
        {text('support')}
      </Button>
    </>
  );
}
