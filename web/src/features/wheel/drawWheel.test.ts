import { describe, expect, it, vi } from 'vitest';
import { drawWheel, linesOf } from './drawWheel';

/** A paper that notes what is written on it, and whether it was turned. */
function paper() {
  const written: { text: string; x: number; y: number }[] = [];
  const rotate = vi.fn();
  const context = new Proxy({} as Record<string | symbol, unknown>, {
    get: (own, name) => {
      if (name === 'rotate') return rotate;
      if (name === 'measureText') return (text: string) => ({ width: text.length * 8 });
      if (name === 'fillText') {
        return (text: string, x: number, y: number) => written.push({ text, x, y });
      }
      return own[name] ?? (() => undefined);
    },
    set: (own, name, value) => {
      own[name] = value;
      return true;
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, written, rotate };
}

const slice = (label: string) => ({ code: label, label, bgColor: '#000', textColor: '#fff' });
const SLICES = ['5 baht', 'Nothing', '1 coin', 'Gold'].map(slice);

describe('the labels of the wheel', () => {
  it('are never turned, wherever the wheel is', () => {
    for (const angle of [0, 0.25, 0.6]) {
      const { context, written, rotate } = paper();
      drawWheel({ context, size: 300, scale: 1 }, SLICES, angle);
      expect(rotate).not.toHaveBeenCalled();
      expect(written.map(({ text }) => text)).toContain('Nothing');
    }
  });

  it('are in the middle of their slices, which begin at the top', () => {
    const { context, written } = paper();
    drawWheel({ context, size: 300, scale: 1 }, SLICES, 0);
    const nothing = written.find(({ text }) => text === 'Nothing');
    expect(nothing?.x).toBeGreaterThan(40);
    expect(nothing?.y).toBeGreaterThan(40);
  });

  it('break at the space nearest to their middle', () => {
    expect(linesOf('Gold')).toEqual(['Gold']);
    expect(linesOf('5 baht')).toEqual(['5', 'baht']);
    expect(linesOf('a very long prize')).toEqual(['a very', 'long prize']);
  });

  it('break between words where a language has no spaces, and never within one', () => {
    expect(linesOf('สร้อยคอทองคำ')).toEqual(['สร้อยคอ', 'ทองคำ']);
    expect(linesOf('Necklaces')).toEqual(['Necklaces']);
    expect(linesOf('ทองคำ')).toEqual(['ทองคำ']);
  });
});
