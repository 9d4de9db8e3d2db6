import type { LocalText } from '../../api/types';
import { useLocale } from '../../intl/locale';
import { localText } from '../../intl/localText';
import { useText } from '../../intl/text';

/** The page comes with the service's names, so that no other name is seen before them. */
const names: LocalText | null = JSON.parse(document.getElementById('brand')?.textContent || 'null');

/** The service's name in the chosen language; the product's own in a page that says none. */
export function useAppName(): string {
  const t = useText();
  return localText(names ?? undefined, useLocale()) || t('common.appName');
}
