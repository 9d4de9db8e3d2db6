import { Icon } from '../../ui/display/Icon';
import type { ProofText } from './useProofText';

/** Link to the independent checker: one page that can be saved and opened without a connection. */
export function VerifierLink({ text }: { text: ProofText }) {
  return (
    <p className="text-sm text-muted">
      <a
        href="/verify.html"
        download="verify.html"
        className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent hover:underline"
      >
        <Icon name="deposit" size={18} />
        {text('verifier')}
      </a>
      <span className="block">{text('verifier.lead')}</span>
    </p>
  );
}
