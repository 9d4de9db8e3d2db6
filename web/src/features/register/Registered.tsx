import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useLogin } from '../../api/useLogin';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';

export const TO_HOME_MS = 2000;

export interface Account {
  username: string;
  /** Kept in memory only, and only while this page is shown. */
  password: string;
}

/** Shows success, then logs the new member in; if that fails, the log-in form follows. */
export function Registered({ username, password }: Account) {
  const t = useText();
  const [, navigate] = useLocation();
  const { submit } = useLogin();
  useEffect(() => {
    const enter = async () => {
      const isIn = await submit({ username, password, remember: false });
      navigate(isIn ? '/user/home' : '/login', { replace: true });
    };
    const timer = setTimeout(enter, TO_HOME_MS);
    return () => clearTimeout(timer);
  }, [navigate, submit, username, password]);
  return (
    <div role="status" className="flex flex-col items-center py-16 text-center">
      <span className="mb-5 flex size-20 animate-sheet items-center justify-center rounded-full bg-positive-soft text-positive">
        <Icon name="check" size={40} />
      </span>
      <h1 className="text-2xl font-bold">{t('register.success')}</h1>
      <p className="mt-1 text-muted">{t('register.toHome')}</p>
    </div>
  );
}
