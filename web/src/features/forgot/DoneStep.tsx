import { useState } from 'react';
import { useLocation } from 'wouter';
import { useLogin } from '../../api/useLogin';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';

interface DoneStepProps {
  phone: string;
  /** Kept in memory only, and only while this page is shown. */
  password: string;
  heldUntil: string | null;
}

/** Says what has changed, and logs the member in. */
export function DoneStep({ phone, password, heldUntil }: DoneStepProps) {
  const t = useText();
  const [, navigate] = useLocation();
  const { submit } = useLogin();
  const [isEntering, setIsEntering] = useState(false);
  const enter = async () => {
    setIsEntering(true);
    const isIn = await submit({ username: phone, password, remember: false });
    navigate(isIn ? '/user/home' : '/login', { replace: true });
  };
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center py-12 text-center">
      <span className="mb-5 flex size-20 animate-sheet items-center justify-center rounded-full bg-positive-soft text-positive">
        <Icon name="check" size={40} />
      </span>
      <h1 className="text-2xl font-bold">{t('forgot.done')}</h1>
      <p className="mt-1 text-muted">{t('forgot.sessionsEnded')}</p>
      {heldUntil && (
        <p className="mt-1 text-muted">{t('forgot.held', { until: formatMoment(heldUntil) })}</p>
      )}
      <Button className="mt-6" wide busy={isEntering} onClick={enter}>
        {t('nav.login')}
      </Button>
    </div>
  );
}
