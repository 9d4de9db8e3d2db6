import { useGetBonusesQuery } from '../../api/rewardApi';
import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { EmptyState } from '../../ui/feedback/States';
import { BonusModal } from './BonusModal';

interface BonusDialogProps {
  code: string;
  onClose: () => void;
}

/** One bonus, opened from elsewhere by its code. */
export default function BonusDialog({ code, onClose }: BonusDialogProps) {
  const t = useText();
  const bonuses = useGetBonusesQuery();
  const wallet = useGetWalletQuery();
  const currency = wallet.data?.wallet.currency;
  const bonus = bonuses.data?.bonuses.find((it) => it.code === code);
  if (bonus && currency) {
    return <BonusModal bonus={bonus} currency={currency} onClose={onClose} />;
  }
  const failed = [bonuses, wallet].find(({ error, data }) => error && !data);
  return (
    <Modal title={t('bonus.bonus')} onClose={onClose}>
      {bonuses.data && wallet.data ? (
        <EmptyState icon="gift" title={t('bonus.none')} />
      ) : (
        <ModalSkeleton query={failed} />
      )}
    </Modal>
  );
}
