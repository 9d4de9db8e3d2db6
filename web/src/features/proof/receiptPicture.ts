/** A line's receipt as a picture to share: always light, in the colour of the service. */

const WIDTH = 1080;
const EDGE = 64;
const BAND = 190;
const HEAD = 300;
const ROW = 96;
const FOOT = 110;
const MARK = 120;

/** What the picture says, in the reader's language. */
export interface ReceiptWords {
  service: string;
  title: string;
  activity: string;
  amount: string;
  /** Names and values, from the top. */
  rows: [name: string, value: string][];
  /** Whether the line is proven, and how that was found out. */
  proof: string;
  isProven: boolean;
}

interface Look {
  font: string;
  accent: string;
  positive: string;
}

/** The theme's own colours and letters, whatever the device's scheme is. */
function readLook(): Look {
  const probe = document.createElement('span');
  probe.style.colorScheme = 'light';
  document.body.append(probe);
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
  return look;
}

/** The receipt as a PNG of 1080 pixels across. */
export async function receiptAsPng(words: ReceiptWords): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = BAND + HEAD + words.rows.length * ROW + FOOT + EDGE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  draw(context, canvas.height, words);
  await drawMark(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

function draw(context: CanvasRenderingContext2D, height: number, words: ReceiptWords): void {
  const { font, accent, positive } = readLook();
  const fill = (colour: string, top: number, length: number) => {
    context.fillStyle = colour;
    context.fillRect(0, top, WIDTH, length);
  };
  /** Text that is made smaller until it fits. */
  const write = (
    text: string,
    { at, size, colour, weight = 400, room = WIDTH - 2 * EDGE, isEnd = false }: Writing,
  ) => {
    let fitting = size;
    do {
      context.font = `${weight} ${fitting}px ${font}`;
      fitting -= 2;
    } while (context.measureText(text).width > room && fitting > 20);
    context.fillStyle = colour;
    context.textAlign = isEnd ? 'right' : 'left';
    context.fillText(text, isEnd ? WIDTH - EDGE : EDGE, at);
  };
  fill('#ffffff', 0, height);
  fill(accent, 0, BAND);
  write(words.service, { at: 84, size: 46, colour: '#ffffff', weight: 700 });
  write(words.title, { at: 146, size: 34, colour: '#ffffff' });
  write(words.activity, { at: BAND + 100, size: 42, colour: '#4b5068', weight: 500 });
  write(words.amount, { at: BAND + 210, size: 92, colour: '#171a2b', weight: 700 });
  words.rows.forEach(([name, value], place) => {
    const top = BAND + HEAD + place * ROW;
    fill('#e6e8f1', top - 6, 2);
    write(name, { at: top + 56, size: 32, colour: '#636883', room: 380 });
    const room = WIDTH - 2 * EDGE - 400;
    write(value, { at: top + 56, size: 34, colour: '#171a2b', weight: 500, room, isEnd: true });
  });
  const top = BAND + HEAD + words.rows.length * ROW;
  fill('#e6e8f1', top - 6, 2);
  const colour = words.isProven ? positive : '#636883';
  const sign = words.isProven ? '✓ ' : '';
  write(`${sign}${words.proof}`, { at: top + 84, size: 34, colour, weight: 600 });
}

/** The service's mark, in the corner; a picture without it is one, too. */
async function drawMark(context: CanvasRenderingContext2D): Promise<void> {
  const mark = new Image();
  mark.src = '/mark.svg';
  try {
    await mark.decode();
    context.drawImage(mark, WIDTH - EDGE - MARK, (BAND - MARK) / 2, MARK, MARK);
  } catch {
    // An operator's picture that cannot be read.
  }
}

interface Writing {
  /** The height of the letters' feet. */
  at: number;
  size: number;
  colour: string;
  weight?: number;
  /** How wide it may be. */
  room?: number;
  /** Ends at the right edge instead of beginning at the left one. */
  isEnd?: boolean;
}
