/** Real screens of the portal, put together to a clip in which a finger shows the way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';

const FOLDER = fileURLToPath(new URL('../public/howto/', import.meta.url));
const FRAMES_A_SECOND = 15;
const WAY_S = 0.6;
const PRESS_S = 0.3;
const CHANGE_S = 0.14;

/** What is read while a screen stands, in the portal's languages. */
export interface Caption {
  th: string;
  la: string;
  en: string;
}

interface Spot {
  x: number;
  y: number;
}

interface Shot {
  still: string;
  caption: Caption;
  seconds: number;
  /** Where the finger presses at the shot's end. */
  press: Spot | null;
}

interface Frame {
  from: number;
  to: number;
  /** How much of `to` is seen. */
  mix: number;
  finger: Spot | null;
  /** From the finger's touch (0) to the end of its wave (1). */
  wave: number | null;
}

/** A clip in the making: screens are added in order, `develop` writes the files. */
export class Film {
  readonly #shots: Shot[] = [];

  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {}

  /** The screen as it stands; with a target, the finger presses it and `done` tells the next one. */
  async show(caption: Caption, seconds: number, target?: Locator, done?: () => Promise<unknown>) {
    await this.page.evaluate(() => document.fonts.ready);
    await target?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const still = await this.page.screenshot({ animations: 'disabled', caret: 'hide' });
    const box = target ? await target.boundingBox() : null;
    const press = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.#shots.push({ still: still.toString('base64'), caption, seconds, press });
    await target?.click();
    await done?.();
  }

  /** Writes the clip, its captions, and the still with that number as its poster. */
  async develop(poster: number): Promise<void> {
    const studio = await this.page.context().newPage();
    await setUp(
      studio,
      this.#shots.map(({ still }) => still),
    );
    const size = this.page.viewportSize() ?? { width: 0, height: 0 };
    const encoder = spawn(
      'ffmpeg',
      [
        ...['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(FRAMES_A_SECOND)],
        ...['-c:v', 'mjpeg', '-i', '-', '-an', '-map_metadata', '-1'],
        '-vf',
        'scale=576:648:flags=lanczos',
        // Baseline and 4:2:0 play in each browser and on old phones.
        ...['-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.1', '-pix_fmt', 'yuv420p'],
        ...['-preset', 'veryslow', '-crf', '30', '-movflags', '+faststart'],
        `${FOLDER}${this.name}.mp4`,
      ],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    );
    const ended = once(encoder, 'close');
    let [drawn, picture] = ['', Buffer.alloc(0)];
    for (const frame of framesOf(this.#shots, { x: size.width * 0.8, y: size.height * 0.9 })) {
      const asked = JSON.stringify(frame);
      if (asked !== drawn) picture = Buffer.from(await studio.evaluate(drawFrame, frame), 'base64');
      drawn = asked;
      if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain');
    }
    encoder.stdin.end();
    const [status] = await ended;
    if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
    const still = { from: poster, to: poster, mix: 0, finger: null, wave: null };
    const shown = await studio.evaluate(drawFrame, { ...still, quality: 0.72 });
    writeFileSync(`${FOLDER}${this.name}.jpg`, Buffer.from(shown, 'base64'));
    for (const language of ['th', 'la', 'en'] as const) {
      writeFileSync(`${FOLDER}${this.name}.${language}.vtt`, captionsOf(this.#shots, language));
    }
    await studio.close();
  }
}

/** What the studio's page keeps between frames. */
interface Studio {
  stills: ImageBitmap[];
  canvas: HTMLCanvasElement;
}

async function setUp(studio: Page, stills: string[]): Promise<void> {
  await studio.evaluate(async (coded) => {
    const load = async (still: string) =>
      createImageBitmap(await (await fetch(`data:image/png;base64,${still}`)).blob());
    const bitmaps = await Promise.all(coded.map(load));
    const canvas = document.createElement('canvas');
    canvas.width = bitmaps[0]?.width ?? 0;
    canvas.height = bitmaps[0]?.height ?? 0;
    Object.assign(globalThis, { studio: { stills: bitmaps, canvas } });
  }, stills);
}

/** Runs in the studio's page. */
function drawFrame(frame: Frame & { quality?: number }): string {
  const { stills, canvas } = (globalThis as unknown as { studio: Studio }).studio;
  const pen = canvas.getContext('2d');
  const [from, to] = [stills[frame.from], stills[frame.to]];
  if (!pen || !from || !to) throw new Error('no such still');
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.globalAlpha = 1;
  pen.drawImage(from, 0, 0);
  pen.globalAlpha = frame.mix;
  if (frame.mix > 0) pen.drawImage(to, 0, 0);
  if (frame.finger) {
    const { x, y } = frame.finger;
    const disc = (radius: number, alpha: number, style: string) => {
      pen.globalAlpha = alpha;
      pen.fillStyle = style;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fill();
    };
    pen.scale(5 / 3, 5 / 3);
    if (frame.wave !== null) disc(14 + 26 * frame.wave, 0.35 * (1 - frame.wave), '#4f46e5');
    disc(15, 0.9, '#ffffff');
    disc(12, 0.85, '#312e81');
  }
  return canvas.toDataURL('image/jpeg', frame.quality ?? 0.95).split(',')[1] ?? '';
}

/** Slow at both ends. */
const eased = (share: number) => share * share * (3 - 2 * share);

function* framesOf(shots: Shot[], start: Spot): Generator<Frame> {
  let finger = start;
  for (const [at, { seconds, press }] of shots.entries()) {
    const frames = Math.round(seconds * FRAMES_A_SECOND);
    const change = at === 0 ? 0 : Math.round(CHANGE_S * FRAMES_A_SECOND);
    const touch = frames - Math.round(PRESS_S * FRAMES_A_SECOND);
    const leave = touch - Math.round(WAY_S * FRAMES_A_SECOND);
    for (let frame = 0; frame < frames; frame += 1) {
      const mix = frame < change ? frame / change : 1;
      const way = press ? eased(Math.min(Math.max((frame - leave) / (touch - leave), 0), 1)) : 0;
      const goal = press ?? finger;
      const spot = {
        x: finger.x + (goal.x - finger.x) * way,
        y: finger.y + (goal.y - finger.y) * way,
      };
      const wave = press && frame >= touch ? (frame - touch) / (frames - touch) : null;
      yield { from: Math.max(at - 1, 0), to: at, mix, finger: spot, wave };
    }
    finger = press ?? finger;
  }
}

const clock = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;

/** `WebVTT`: neighbours with the same words are one cue. */
function captionsOf(shots: Shot[], language: keyof Caption): string {
  const cues: { begin: number; end: number; text: string }[] = [];
  let now = 0;
  for (const { caption, seconds } of shots) {
    const text = caption[language];
    const last = cues.at(-1);
    if (last?.text === text) last.end = now + seconds;
    else cues.push({ begin: now, end: now + seconds, text });
    now += seconds;
  }
  const lines = cues.map(({ begin, end, text }) => `${clock(begin)} --> ${clock(end)}\n${text}\n`);
  return `WEBVTT\n\n${lines.join('\n')}`;
}
