interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the connection is metered or slow. */
export function isLineDear(): boolean {
  const { connection } = navigator as { connection?: Line };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
