import { describe, expect, it } from 'vitest';
import { angleAt, planTurn, sliceAt } from './turn';

const SLICES = 8;
/** Both ends of what chance gives, and between. */
const CHANCES = [0, 0.25, 0.5, 0.75, 0.999_999];
const INPUTS = CHANCES.flatMap((chance) =>
  [0, 0.3, 7.81].flatMap((from) =>
    Array.from({ length: SLICES }, (_, slice) => ({
      from,
      slice,
      slices: SLICES,
      random: () => chance,
    })),
  ),
);

describe('a turn of the wheel', () => {
  it('ends on the slice that was drawn, wherever it began', () => {
    for (const input of INPUTS) {
      const turn = planTurn(input);
      expect(sliceAt(angleAt(turn, turn.seconds), SLICES)).toBe(input.slice);
      expect(sliceAt(angleAt(turn, 60), SLICES)).toBe(input.slice);
    }
  });

  it('lasts four to five seconds and makes two to four turns', () => {
    for (const input of INPUTS) {
      const turn = planTurn(input);
      expect(turn.seconds).toBeGreaterThanOrEqual(4);
      expect(turn.seconds).toBeLessThanOrEqual(5);
      expect(turn.distance).toBeGreaterThanOrEqual(2);
      expect(turn.distance).toBeLessThan(4);
    }
  });

  it('only slows down, and comes to rest at the end', () => {
    const turn = planTurn({ from: 0, slice: 3, slices: SLICES, random: () => 0.5 });
    const frames = Math.ceil(turn.seconds * 60);
    const angles = Array.from({ length: frames + 1 }, (_, frame) => angleAt(turn, frame / 60));
    const steps = angles.slice(1).map((angle, at) => angle - (angles[at] ?? 0));
    for (const [at, step] of steps.entries()) {
      expect(step).toBeGreaterThanOrEqual(0);
      if (at > 0) expect(step).toBeLessThanOrEqual((steps[at - 1] ?? 0) + 1e-9);
    }
    expect(angles[0]).toBe(0);
    expect(steps.at(-1)).toBeLessThan(0.001);
  });

  it('names the first slice at rest and the last one a little clockwise of it', () => {
    expect(sliceAt(-0.01, SLICES)).toBe(0);
    expect(sliceAt(0.01, SLICES)).toBe(SLICES - 1);
  });
});
