import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';

/** On every page of a member once the service has closed: what that means, and the ways out. */
export default function ServiceClosed() {
  const t = useText();
  const dialog = useDialog();
  const hasGames = useGetWalletQuery().data?.slots.some(({ isActive }) => isActive) ?? false;
  return (
    <section aria-label={t('closed.title')} className="no-print mb-4">
      <Notice tone="caution">
        <div role="status">
          <p className="text-base font-semibold">{t('closed.title')}</p>
          <p>{t('closed.lead')}</p>
        </div>
        <div className="mt-3 mb-1 flex flex-wrap gap-2">
          {hasGames && (
            <Button
              tone="secondary"
              icon="arrowOut"
              onClick={() => dialog.open('transfer', { isAll: true })}
            >
              {t('closed.bringAll')}
            </Button>
          )}
          <Button icon="withdraw" onClick={() => dialog.open('withdraw', {})}>
            {t('withdraw.withdraw')}
          </Button>
        </div>
      </Notice>
    </section>
  );
}
