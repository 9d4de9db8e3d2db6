import { deviceName } from '../../intl/deviceName';
import { useText } from '../../intl/text';

/** `Chrome on Android`, or what is known of it. */
export function useDeviceLabel(): (agent: string | null) => string {
  const t = useText();
  return (agent) => {
    const { browser, system } = deviceName(agent);
    if (browser && system) return t('devices.name', { browser, system });
    return browser ?? system ?? t('devices.unknown');
  };
}
