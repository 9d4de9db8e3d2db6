import { useMemo } from 'react';
import { useGetQrQuery } from '../../../api/depositApi';
import { useClientSelector } from '../../../client/hooks';
import { openQr } from '../../../client/openQr';

/** The QR that was made on this device, as the server knows it; null once it cannot be paid. */
export function useOpenQr(): { amount: string; until: string } | null {
  const member = useClientSelector((state) => state.session.current?.username ?? '');
  const kept = openQr(member);
  const isOver = !kept || kept.until <= Date.now();
  const { currentData } = useGetQrQuery(kept?.channel ?? '', { skip: isOver });
  const { hasQrcode, amount, expiresAt } = currentData ?? {};
  return useMemo(
    () => (hasQrcode && amount && expiresAt ? { amount, until: expiresAt } : null),
    [hasQrcode, amount, expiresAt],
  );
}
