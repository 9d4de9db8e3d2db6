/** Whether the device asks for no movement; also where there is no way to know, as in a test. */
export const wantsStillness = (): boolean =>
  window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
