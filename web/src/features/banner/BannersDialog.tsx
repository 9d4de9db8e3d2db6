import { useEffect } from 'react';
import { useGetBannersQuery } from '../../api/inviteApi';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { BannerSlides } from '../../ui/display/BannerSlides';
import { Button } from '../../ui/display/Button';
import { Skeleton } from '../../ui/feedback/Skeleton';

interface BannersDialogProps {
  kind: 'invite' | 'refund';
  onClose: () => void;
}

/**
 * The operator's banners about inviting or refunds, shown before the dialog itself. Without banners,
 * or if they cannot be loaded, the dialog opens at once: banners must not block it.
 */
export default function BannersDialog({ kind, onClose }: BannersDialogProps) {
  const t = useText();
  const dialog = useDialog();
  const { data, isError } = useGetBannersQuery(kind);
  const banners = data?.banners ?? [];
  const hasNothing = isError || data?.banners.length === 0;

  useEffect(() => {
    if (!hasNothing) return;
    dialog.close('banners');
    dialog.open(kind, {});
  }, [hasNothing, dialog, kind]);

  if (hasNothing) return null;
  const goOn = () => {
    dialog.close('banners');
    dialog.open(kind, {});
  };
  return (
    <Modal
      title={t(`banner.${kind}`)}
      onClose={onClose}
      footer={<Button onClick={goOn}>{t(`banner.${kind}.open`)}</Button>}
    >
      {data ? (
        <BannerSlides label={t(`banner.${kind}`)} banners={banners} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton className="aspect-2/1 w-full" />
          <Skeleton className="mt-3 h-6 w-3/4" />
        </div>
      )}
    </Modal>
  );
}
