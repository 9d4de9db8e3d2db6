interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the player pays for each byte, or waits for it. */
export function isLineDear(): boolean {
  const { connection } = navigator as { connection?: Line };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
