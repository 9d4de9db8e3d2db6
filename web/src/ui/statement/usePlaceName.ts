import { useCallback } from 'react';
import { useGetBanksQuery } from '../../api/lookupApi';
import { useGetWalletQuery } from '../../api/walletApi';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { PLACES } from './words';

/** `WALLET`, a game's code, a bank's code or `BANK`, in the player's words. */
export function usePlaceName() {
  const t = useText();
  const bankName = useBankName();
  const slots = useGetWalletQuery().data?.slots;
  const banks = useGetBanksQuery().data?.banks;
  return useCallback(
    (code: string): string => {
      const place = PLACES[code];
      if (place) return place(t);
      const slot = slots?.find((candidate) => candidate.code === code);
      if (slot) return slot.name;
      return bankName(banks?.find((bank) => bank.code === code)) || code;
    },
    [t, bankName, slots, banks],
  );
}
