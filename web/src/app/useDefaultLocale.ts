import { useEffect } from 'react';
import { useGetInfoQuery } from '../api/lookupApi';
import { useAppDispatch } from '../client/hooks';
import { defaultLocaleKnown } from '../client/preferences';

/** Lao deployments use Lao until the player chooses; the setting is stored for the next visit. */
export function useDefaultLocale(): void {
  const dispatch = useAppDispatch();
  const { data } = useGetInfoQuery();
  const locale = data?.defaultLocale;
  useEffect(() => {
    if (locale === 'th' || locale === 'la') dispatch(defaultLocaleKnown(locale));
  }, [dispatch, locale]);
}
