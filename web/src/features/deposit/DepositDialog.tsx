import { useCallback, useEffect, useState } from 'react';
import { useGetDepositAccountsQuery, useGetSlipRulesQuery } from '../../api/lookupApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/Modal';
import { ModalSkeleton } from '../../ui/ModalSkeleton';
import { ProblemState } from '../../ui/States';
import { Step } from '../../ui/Step';
import { DepositAccounts } from './DepositAccounts';
import { DepositButtons } from './DepositButtons';
import { DepositHints } from './DepositHints';
import { SlipOutcome } from './SlipOutcome';
import { SlipPicker } from './SlipPicker';
import { SlipPreview } from './SlipPreview';
import { fileOf } from './slipFile';
import { useSlipUpload } from './useSlipUpload';

interface DepositDialogProps {
  onClose: () => void;
}

/** Deposit by slip: where to pay, the picture, and what became of it. */
export default function DepositDialog({ onClose }: DepositDialogProps) {
  const t = useText();
  const slip = useSlipUpload();
  const isPicking = slip.phase === 'choose' || slip.phase === 'preview';
  useSlipPaste(isPicking, slip.pick);
  const drop = useSlipDrop(isPicking, slip.pick);
  return (
    <Modal
      title={t('deposit.deposit')}
      onClose={onClose}
      footer={slip.phase !== 'choose' && <DepositButtons slip={slip} onClose={onClose} />}
    >
      <Step name={slip.phase}>
        <div {...drop.handlers}>
          {slip.phase === 'choose' && <PayAndChoose slip={slip} isOver={drop.isOver} />}
          {(slip.phase === 'preview' || slip.phase === 'sending') && slip.file && (
            <SlipPreview slip={slip} file={slip.file} />
          )}
          {(slip.phase === 'sent' || slip.phase === 'unknown') && (
            <SlipOutcome answer={slip.answer} />
          )}
        </div>
      </Step>
    </Modal>
  );
}

interface PayAndChooseProps {
  slip: ReturnType<typeof useSlipUpload>;
  isOver: boolean;
}

function PayAndChoose({ slip, isOver }: PayAndChooseProps) {
  const t = useText();
  const { data, error, isFetching, refetch } = useGetDepositAccountsQuery();
  const rules = useGetSlipRulesQuery();
  if (!data) {
    if (error) return <ProblemState error={error} busy={isFetching} onRetry={refetch} />;
    return <ModalSkeleton />;
  }
  return (
    <div className="space-y-6">
      <section>
        <h3 className="mb-3 font-semibold">{t('deposit.step.transfer')}</h3>
        <DepositAccounts accounts={data.banks} isManual={data.isManual} />
      </section>
      <section>
        <h3 className="mb-3 font-semibold">{t('deposit.step.slip')}</h3>
        <DepositHints lookup={data} rules={rules.data} />
        <SlipPicker fault={slip.fault} isOver={isOver} onPick={slip.pick} />
      </section>
    </div>
  );
}

/** A picture in the clipboard, pasted anywhere in the dialog. */
function useSlipPaste(isPicking: boolean, pick: (file: File | null) => void): void {
  useEffect(() => {
    if (!isPicking) return;
    const onPaste = (event: ClipboardEvent) => {
      const file = fileOf(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      pick(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isPicking, pick]);
}

/** A picture dropped anywhere in the dialog; without this the browser would leave the page. */
function useSlipDrop(isPicking: boolean, pick: (file: File | null) => void) {
  const [isOver, setIsOver] = useState(false);
  const onDragOver = useCallback((event: React.DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  }, []);
  const onDragLeave = useCallback(() => setIsOver(false), []);
  const onDrop = useCallback(
    (event: React.DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      if (isPicking) pick(fileOf(event.dataTransfer));
    },
    [isPicking, pick],
  );
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } };
}
