import { deviceName } from '../../intl/deviceName';
import type { IconName } from '../../ui/display/Icon';

const HANDHELD = /^(?:Android|iOS|iPadOS|HarmonyOS|KaiOS)$/;

/** What a device with such a system looks like; of others nothing is known. */
export function deviceIcon(agent: string | null): IconName {
  const { system } = deviceName(agent);
  if (!system) return 'question';
  return HANDHELD.test(system) ? 'phone' : 'laptop';
}
