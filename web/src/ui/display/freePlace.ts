/** Whether a floating element would cover a control. */
const PROBE_PX = 20;
export const PRESSABLE = 'a[href],button,input,select,textarea,summary,label,[role="tab"]';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Whether no control is under the given box; floating elements do not count. */
export function isFreeOf(box: Box, self: Element, isInTheWay: (hit: Element) => boolean): boolean {
  const columns = Math.max(2, Math.ceil((box.right - box.left) / PROBE_PX) + 1);
  const rows = Math.max(2, Math.ceil((box.bottom - box.top) / PROBE_PX) + 1);
  for (let column = 0; column < columns; column += 1) {
    const x = box.left + ((box.right - box.left) * column) / (columns - 1);
    for (let row = 0; row < rows; row += 1) {
      const y = box.top + ((box.bottom - box.top) * row) / (rows - 1);
      const hits = document.elementsFromPoint(x, y);
      if (hits.some((hit) => !self.contains(hit) && isInTheWay(hit))) return false;
    }
  }
  return true;
}
