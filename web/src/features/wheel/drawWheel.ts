/** Draws the wheel at its current angle. */

export interface PaintedSlice {
  code: string;
  label: string;
  bgColor: string;
  textColor: string;
}

const FULL = Math.PI * 2;
const LABEL_PX_MAX = 16;
const LABEL_PX_MIN = 10;
/** Where labels begin and end, as shares of the radius: between the hub and the rim. */
const LABEL_INNER = 0.3;
const LABEL_OUTER = 0.88;
export const LABEL_FONT = '600 16px Wallet, sans-serif';

interface Paper {
  context: CanvasRenderingContext2D;
  /** Width and height, in CSS pixels. */
  size: number;
  /** Device pixels a CSS pixel: the picture is as sharp as the screen. */
  scale: number;
}

/** Draws the slices clockwise from the top, turned by `angle` (in whole turns). */
export function drawWheel({ context, size, scale }: Paper, slices: PaintedSlice[], angle: number) {
  const radius = size / 2;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, size, size);
  context.translate(radius, radius);
  context.rotate(angle * FULL - FULL / 4);
  const width = FULL / slices.length;
  for (const [at, slice] of slices.entries()) {
    drawSlice(context, slice, radius, at * width, width);
    drawLabel(context, slice, radius, (at + 0.5) * width);
  }
}

function drawSlice(
  context: CanvasRenderingContext2D,
  { bgColor }: PaintedSlice,
  radius: number,
  start: number,
  width: number,
) {
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, radius - 1, start, start + width);
  context.closePath();
  context.fillStyle = bgColor;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = '#ffffff';
  context.stroke();
}

function drawLabel(
  context: CanvasRenderingContext2D,
  { label, textColor }: PaintedSlice,
  radius: number,
  middle: number,
) {
  const room = radius * (LABEL_OUTER - LABEL_INNER);
  context.save();
  context.rotate(middle);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = textColor;
  let px = LABEL_PX_MAX;
  const setFont = () => {
    context.font = LABEL_FONT.replace(/\d+px/, `${px}px`);
  };
  setFont();
  while (px > LABEL_PX_MIN && context.measureText(label).width > room) {
    px -= 1;
    setFont();
  }
  context.fillText(label, radius * LABEL_OUTER, 0, room);
  context.restore();
}
