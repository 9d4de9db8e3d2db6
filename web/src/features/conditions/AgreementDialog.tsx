import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useGetAgreementsQuery } from '../../api/lookupApi';
import { acceptAgreement } from '../../client/agreement';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { SafeHtml } from '../../ui/display/SafeHtml';

/** The terms wait for acceptance; a player who does not accept can log out. */
export default function AgreementDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const localText = useLocalText();
  const [, navigate] = useLocation();
  const { data, error } = useGetAgreementsQuery();
  // Nothing to agree to, or no text available: asked again at the next visit.
  const hasNothing = Boolean(error) || data?.agreements.length === 0;
  useEffect(() => {
    if (hasNothing) onClose();
  }, [hasNothing, onClose]);

  if (!data || hasNothing) return null;
  const accept = () => {
    acceptAgreement();
    onClose();
  };
  return (
    <Modal
      title={t('agreement.title')}
      onClose={onClose}
      locked
      footer={
        <>
          <Button
            tone="quiet"
            onClick={() => {
              onClose();
              navigate('/login', { replace: true });
            }}
          >
            {t('nav.logout')}
          </Button>
          <Button onClick={accept}>{t('agreement.accept')}</Button>
        </>
      }
    >
      <ol className="space-y-3">
        {data.agreements.map((agreement, at) => (
          <li key={agreement.th} className="flex gap-3">
            <span className="tabular mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent">
              {at + 1}
            </span>
            <SafeHtml html={localText(agreement)} className="flex-1" />
          </li>
        ))}
      </ol>
    </Modal>
  );
}
