import { useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Modal } from '../../ui/Modal';

interface PrizeModalProps {
  prize: string;
  coins: number;
  onClose: () => void;
}

/** What the wheel gave, in the operator's words for the slice. */
export function PrizeModal({ prize, coins, onClose }: PrizeModalProps) {
  const t = useText();
  return (
    <Modal
      title={t('spin.prize')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.ok')}</Button>}
    >
      <div className="flex flex-col items-center pt-4 text-center">
        <span className="mb-4 flex size-20 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="wheel" size={40} />
        </span>
        <div role="alert">
          <p className="text-muted">{t('spin.landedOn')}</p>
          <p className="text-2xl font-bold">{prize}</p>
        </div>
        <p className="mt-3 text-sm text-muted">{t('spin.coinsLeft', { n: coins })}</p>
      </div>
    </Modal>
  );
}
