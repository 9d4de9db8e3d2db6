import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useAppDispatch } from '../client/hooks';
import { rememberIntended } from '../client/intended';
import { signedOut } from '../client/session';
import { useText } from '../intl/text';
import { useToast } from '../ui/feedback/toasts';
import { useAppSelector } from './hooks';

/** Lets members in; others log in first and come back to the address they wanted. */
export function RequireSession({ children }: { children: ReactNode }) {
  const t = useText();
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const phase = useAppSelector((state) => state.session.phase);
  const isConfirmed = useAppSelector((state) => state.session.confirmed);
  const revokedAt = useAppSelector((state) => state.session.revokedAt);
  // If the token never worked on this page, the screen has nothing worth keeping.
  const isStale = phase === 'expired' && !isConfirmed;

  useEffect(() => {
    if (phase !== 'none' && !isStale) return;
    rememberIntended(window.location.pathname + window.location.search);
    if (isStale) {
      toast.error(t(revokedAt ? 'session.revoked' : 'error.EXPIRED_AUTH_TOKEN'));
      dispatch(signedOut());
    }
    navigate('/login', { replace: true });
  }, [phase, isStale, revokedAt, navigate, dispatch, toast, t]);

  return phase === 'none' || isStale ? null : children;
}
