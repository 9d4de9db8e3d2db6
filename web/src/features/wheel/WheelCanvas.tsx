import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '../../ui/display/Icon';
import { wantsStillness } from '../../ui/display/wantsStillness';
import { drawWheel, LABEL_FONT, type PaintedSlice } from './drawWheel';
import { angleAt, planTurn } from './turn';

export const SIZE_MAX = 350;
export const SHARE_OF_WINDOW_MAX = 0.85;

interface WheelCanvasProps {
  slices: PaintedSlice[];
  /** What the picture is, for screen readers. */
  label: string;
  /** The slice to turn to, as the server said; null while the wheel is at rest. */
  target: number | null;
  /** The wheel has come to rest on its target. */
  onStopped: () => void;
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The size in CSS pixels, and device pixels a CSS pixel; both may change while it is shown. */
function usePaperSize() {
  const size = useSyncExternalStore(onResize, () =>
    Math.min(SIZE_MAX, Math.floor(window.innerWidth * SHARE_OF_WINDOW_MAX)),
  );
  const scale = useSyncExternalStore(onResize, () => window.devicePixelRatio || 1);
  return { size, scale };
}

/** Waits for the labels' fonts, because a canvas does not redraw itself when they load. */
function useLettersReady(slices: PaintedSlice[]): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const done = () => {
      if (isCurrent) setIsReady(true);
    };
    const labels = slices.map(({ label }) => label).join('');
    if (document.fonts?.load) document.fonts.load(LABEL_FONT, labels).then(done, done);
    else done();
    return () => {
      isCurrent = false;
    };
  }, [slices]);
  return isReady;
}

/** The wheel with its pointer. It turns only to a slice that is known already. */
export function WheelCanvas({ slices, label, target, onStopped }: WheelCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const angle = useRef(-0.5 / Math.max(1, slices.length));
  const { size, scale } = usePaperSize();
  const isReady = useLettersReady(slices);

  const paint = useCallback(() => {
    const context = canvas.current?.getContext('2d');
    if (context) drawWheel({ context, size, scale }, slices, angle.current);
  }, [slices, size, scale]);

  const latest = useRef({ paint, onStopped, count: slices.length });
  useEffect(() => {
    latest.current = { paint, onStopped, count: slices.length };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: new letters need a new picture.
  useEffect(() => paint(), [paint, isReady]);

  useEffect(() => {
    if (target === null) return;
    const turn = planTurn({ from: angle.current, slice: target, slices: latest.current.count });
    canvas.current?.scrollIntoView?.({ block: 'nearest' });
    let startedAt: number | null = null;
    let frame = 0;
    const step = (now: number) => {
      startedAt ??= now;
      const elapsed = wantsStillness() ? turn.seconds : (now - startedAt) / 1000;
      angle.current = angleAt(turn, elapsed);
      latest.current.paint();
      if (elapsed < turn.seconds) frame = requestAnimationFrame(step);
      else latest.current.onStopped();
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return (
    <div
      className="relative mx-auto rounded-full shadow-card"
      style={{ width: size, height: size }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={Math.round(size * scale)}
        height={Math.round(size * scale)}
        className="block size-full rounded-full ring-8 ring-gold"
      />
      {/* Depth: the rim is darker, as on a real one. */}
      <span
        aria-hidden="true"
        className="absolute inset-0 rounded-full bg-radial from-transparent from-55% to-black/25 ring-2 ring-gold-light ring-inset"
      />
      <span
        aria-hidden="true"
        className="absolute inset-0 m-auto flex size-14 items-center justify-center rounded-full border-4 border-gold-light bg-gold text-on-gold shadow-card"
      >
        <Icon name="star" size={28} className="fill-current" />
      </span>
      <Pointer />
    </div>
  );
}

function Pointer() {
  return (
    <svg
      viewBox="0 0 32 36"
      width={26}
      height={29}
      aria-hidden="true"
      className="absolute -top-4 left-1/2 -translate-x-1/2 drop-shadow"
    >
      <path
        d="M16 35 3 9.500C1 5 4 1 9 1h14c5 0 8 4 6 8.500L16 35Z"
        strokeWidth={2}
        className="fill-gold stroke-surface"
      />
    </svg>
  );
}
