import { deviceName } from '../../intl/deviceName';
import type { IconName } from '../../ui/display/Icon';

const HANDHELD = /^(?:Android|iOS|iPadOS|HarmonyOS|KaiOS)$/;

/** What the device looks like, as far as its system tells. */
export function deviceIcon(agent: string | null): IconName {
  const { system } = deviceName(agent);
  if (!system) return 'question';
  return HANDHELD.test(system) ? 'phone' : 'laptop';
}
