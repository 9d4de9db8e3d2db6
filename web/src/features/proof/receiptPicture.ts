/** A line's receipt as a picture to share: always light, in the colour of the service. */

const WIDTH = 1080;
const EDGE = 72;
const BAND = 176;
/** What happened: a sign, the words and the amount. */
const HEAD = 470;
const ROW = 96;
const FOOT = 176;
const MARK = 112;
const SIGN = 52;
const INK = '#171a2b';
const MUTED = '#5b6079';
const LINE = '#e6e8f1';

/** What the picture says, in the reader's language. */
export interface ReceiptWords {
  service: string;
  title: string;
  activity: string;
  amount: string;
  /** Whether the amount came in, which is green as everywhere. */
  isIn: boolean;
  /** Whether it is done, which has a tick. */
  isDone: boolean;
  status: string;
  /** Names and values, from the top. */
  rows: [name: string, value: string][];
  /** How somebody else can check what the picture says: a picture itself proves nothing. */
  advice: string;
}

interface Look {
  font: string;
  accent: string;
  positive: string;
}

/** The theme's own colours and letters of the light look, whatever the page's is. */
function readLook(): Look {
  const probe = document.createElement('span');
  document.body.append(probe);
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  // Read and put back before anything is painted.
  dataset.theme = 'light';
  const colourOf = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    font: getComputedStyle(probe).fontFamily,
    accent: colourOf('--color-accent'),
    positive: colourOf('--color-positive'),
  };
  probe.remove();
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  return look;
}

/** The receipt as a PNG of 1080 pixels across. */
export async function receiptAsPng(words: ReceiptWords): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = BAND + HEAD + words.rows.length * ROW + FOOT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  draw(context, canvas.height, words);
  await drawMark(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

function draw(context: CanvasRenderingContext2D, height: number, words: ReceiptWords): void {
  const look = readLook();
  const fill = (colour: string, top: number, length: number, edge = 0) => {
    context.fillStyle = colour;
    context.fillRect(edge, top, WIDTH - 2 * edge, length);
  };
  /** Text that is made smaller until it fits. */
  const write = (
    text: string,
    { at, size, colour = INK, weight = 400, room = WIDTH - 2 * EDGE, side = 'left' }: Writing,
  ) => {
    let fitting = size;
    do {
      context.font = `${weight} ${fitting}px ${look.font}`;
      fitting -= 2;
    } while (context.measureText(text).width > room && fitting > 20);
    context.fillStyle = colour;
    context.textAlign = side;
    context.fillText(text, PLACES[side], at);
  };
  fill('#ffffff', 0, height);
  fill(look.accent, 0, BAND);
  const room = WIDTH - 3 * EDGE - MARK;
  write(words.service, { at: 84, size: 46, colour: '#ffffff', weight: 700, room });
  write(words.title, { at: 140, size: 32, colour: '#ffffff', room });
  if (words.isDone) drawTick(context, look.positive);
  const head = BAND + (words.isDone ? 220 : 130);
  write(words.activity, { at: head, size: 40, colour: MUTED, side: 'center' });
  const amount = words.isIn ? look.positive : INK;
  write(words.amount, { at: head + 110, size: 96, colour: amount, weight: 700, side: 'center' });
  const status = words.isDone ? look.positive : MUTED;
  write(words.status, { at: head + 180, size: 34, colour: status, weight: 600, side: 'center' });
  words.rows.forEach(([name, value], place) => {
    const top = BAND + HEAD + place * ROW;
    fill(LINE, top, 2, EDGE);
    write(name, { at: top + 60, size: 32, colour: MUTED, room: 340 });
    const rest = WIDTH - 2 * EDGE - 360;
    write(value, { at: top + 60, size: 34, weight: 500, room: rest, side: 'right' });
  });
  const foot = BAND + HEAD + words.rows.length * ROW;
  fill('#f4f5f9', foot + 24, FOOT - 24);
  write(words.advice, { at: foot + 112, size: 28, colour: MUTED, side: 'center' });
}

/** A tick in a circle, at the top of what happened. */
function drawTick(context: CanvasRenderingContext2D, colour: string): void {
  const [x, y] = [WIDTH / 2, BAND + 96];
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, SIGN, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = '#ffffff';
  context.lineWidth = 10;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x - 22, y + 2);
  context.lineTo(x - 6, y + 18);
  context.lineTo(x + 24, y - 16);
  context.stroke();
}

/** The service's mark, in the corner; a picture without it is one, too. */
async function drawMark(context: CanvasRenderingContext2D): Promise<void> {
  const mark = new Image();
  mark.src = '/mark.svg';
  try {
    await mark.decode();
    const [left, top] = [WIDTH - EDGE - MARK, (BAND - MARK) / 2];
    // The mark may have the colour of the band.
    context.fillStyle = '#ffffff';
    context.beginPath();
    context.roundRect(left - 10, top - 10, MARK + 20, MARK + 20, 28);
    context.fill();
    context.drawImage(mark, left, top, MARK, MARK);
  } catch {
    // An operator's picture that cannot be read.
  }
}

const PLACES = { left: EDGE, center: WIDTH / 2, right: WIDTH - EDGE };

interface Writing {
  /** The height of the letters' feet. */
  at: number;
  size: number;
  colour?: string;
  weight?: number;
  /** How wide it may be. */
  room?: number;
  /** Which edge it is written to. */
  side?: keyof typeof PLACES;
}
