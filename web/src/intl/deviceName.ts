/** The browser and the system that a `User-Agent` names, as people call them. */
import Bowser from 'bowser';

export interface DeviceName {
  /** `Chrome`, if known. */
  browser: string | null;
  /** `Android`, if known. */
  system: string | null;
}

export function deviceName(agent: string | null): DeviceName {
  if (!agent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(agent);
  return { browser: browser.name || null, system: os.name || null };
}
