import { useGetInfoQuery } from '../../api/lookupApi';
import { useText } from '../../intl/text';

/** The deployment's name; the product's own until the lookup has answered. */
export function useAppName(): string {
  const t = useText();
  const { data } = useGetInfoQuery();
  return data?.name || t('common.appName');
}
