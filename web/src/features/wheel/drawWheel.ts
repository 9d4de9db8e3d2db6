/** Draws the wheel at its current angle. */

export interface PaintedSlice {
  code: string;
  label: string;
  bgColor: string;
  textColor: string;
}

const FULL = Math.PI * 2;
const LABEL_PX_MAX = 20;
const LABEL_PX_MIN = 11;
/** The middle of a label, as a share of the radius. */
const LABEL_MIDDLE = 0.67;
/** How much of a slice's width at that place a label may take. */
const LABEL_SHARE = 0.92;
const LINE_HEIGHT = 1.25;
export const LABEL_FONT = '700 16px Wallet, sans-serif';

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
  const begin = angle * FULL - FULL / 4;
  const width = FULL / slices.length;
  for (const [at, slice] of slices.entries()) {
    const start = begin + at * width;
    drawSlice(context, slice, radius, start, width);
    drawLabel(context, slice, { radius, angle: start + width / 2, width });
  }
}

/** Shorter words stay whole where the language has no spaces. */
const WHOLE_MAX = 8;

/** Where a label may be broken: at its spaces, else between the words of Thai and Lao, last first. */
function breaksOf(label: string): number[] {
  const spaces = [...label.matchAll(/\s+/g)].map(({ index }) => index);
  if (spaces.length > 0 || label.length <= WHOLE_MAX || !('Segmenter' in Intl)) return spaces;
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(label);
  return [...words]
    .map(({ index }) => index)
    .slice(1)
    .reverse();
}

/** At most two lines, broken nearest to the middle. */
export function linesOf(label: string): string[] {
  const spaces = breaksOf(label);
  const middle = label.length / 2;
  const nearest = spaces.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  if (nearest === undefined) return [label];
  return [label.slice(0, nearest), label.slice(nearest).trim()];
}

interface LabelPlace {
  radius: number;
  /** Of the slice's middle, in radians from the right. */
  angle: number;
  /** Of the slice, in radians. */
  width: number;
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

/** A label is upright wherever the wheel is, so that it is read without turning the head. */
function drawLabel(
  context: CanvasRenderingContext2D,
  { label, textColor }: PaintedSlice,
  { radius, angle, width }: LabelPlace,
) {
  const room = 2 * radius * LABEL_MIDDLE * Math.sin(Math.min(width, FULL / 4) / 2) * LABEL_SHARE;
  const lines = linesOf(label);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = textColor;
  let px = LABEL_PX_MAX;
  const isTooWide = () => {
    context.font = LABEL_FONT.replace(/\d+px/, `${px}px`);
    return lines.some((line) => context.measureText(line).width > room);
  };
  while (isTooWide() && px > LABEL_PX_MIN) px -= 1;
  const x = radius * LABEL_MIDDLE * Math.cos(angle);
  const y = radius * LABEL_MIDDLE * Math.sin(angle);
  for (const [at, line] of lines.entries()) {
    const down = (at - (lines.length - 1) / 2) * px * LINE_HEIGHT;
    context.fillText(line, x, y + down, room);
  }
}
