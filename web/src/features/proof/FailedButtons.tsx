import { useLocation } from 'wouter';
import { saveFile } from '../../client/saveFile';
import { Button } from '../../ui/display/Button';
import { type Evidence, evidenceOf } from './evidence';
import type { ProofText } from './useProofText';

interface FailedButtonsProps {
  evidence: Evidence;
  text: ProofText;
  onClose: () => void;
}

/** After a failed check: download the evidence first, then contact support. */
export function FailedButtons({ evidence, text, onClose }: FailedButtonsProps) {
  const [, navigate] = useLocation();
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
