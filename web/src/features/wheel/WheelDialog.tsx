import { useEffect } from 'react';
import { useGetWheelSetupQuery } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Button } from '../../ui/display/Button';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { Coupons } from './Coupons';
import { rememberPromises } from './promises';
import { useHeld } from './useHeld';
import { useSpin } from './useSpin';
import { WheelPanel } from './WheelPanel';

/** The wheel, the coins, the coupons won, and the link to check that it was fair. */
export default function WheelDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const { data, error, isFetching, refetch } = useGetWheelSetupQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    if (data?.fair) rememberPromises(data.fair);
  }, [data?.fair]);
  const spin = useSpin();
  const isHeld = spin.phase === 'asking' || spin.phase === 'turning';
  const setup = useHeld(data, isHeld);
  const wheel = setup?.result.activeSpinwheel;
  const finish = () => {
    spin.finish();
    refetch();
  };
  return (
    <Modal title={t('spin.wheel')} onClose={onClose} tall>
      {setup && wheel ? (
        <WheelPanel
          wheel={wheel}
          coins={setup.result.userCoin}
          coinPrice={setup.result.coinPrice ?? null}
          spin={spin}
          onFinish={finish}
        />
      ) : setup ? (
        <EmptyState icon="wheel" title={t('spin.inactive')} />
      ) : error ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : (
        <WheelSkeleton />
      )}
      <Coupons isHeld={isHeld} />
      {setup?.fair && (
        <div className="mt-4 text-center">
          <Button tone="quiet" icon="check" onClick={() => leaveFor('/user/spins')}>
            {t('spins.title')}
          </Button>
        </div>
      )}
    </Modal>
  );
}

function WheelSkeleton() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col items-center">
      <Skeleton className="h-8 w-32" />
      <Skeleton className="mt-5 aspect-square w-[min(350px,85vw)] rounded-full" />
      <Skeleton className="mt-6 h-12 w-full" />
    </div>
  );
}
