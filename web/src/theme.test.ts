import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(join(process.cwd(), 'src/theme.css'), 'utf8');

const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];

/** A colour of the theme, as it is in one of the two looks. */
function colour(name: string, look: Look): string {
  const value = sheet.match(new RegExp(`--color-${name}: ([^;]+);`))?.[1] ?? '';
  const both = value.match(/#[0-9a-f]{6}/gi) ?? [];
  const found = both[look === 'dark' && both.length > 1 ? 1 : 0];
  if (!found) throw new Error(`no colour ${name}`);
  return found;
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(front: string, back: string, look: Look): number {
  const [dim = 0, bright = 0] = [front, back]
    .map((name) => luminance(colour(name, look)))
    .sort((one, other) => one - other);
  return (bright + 0.05) / (dim + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken'];

const TEXTS = [
  ...GROUNDS.flatMap((ground) => [
    ['ink', ground],
    ['muted', ground],
    ['accent', ground],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent', 'accent-soft'],
  ['positive', 'positive-soft'],
  ['negative', 'negative-soft'],
  ['caution', 'caution-soft'],
  ...['teal', 'rose', 'violet'].map((tint) => [tint, `${tint}-soft`]),
  ['gold-strong', 'gold-soft'],
  ['gold-strong', 'surface'],
  ['gold-strong', 'canvas'],
  ['on-gold', 'gold'],
  ['on-gold', 'gold-light'],
  ['positive', 'surface'],
  ['negative', 'surface'],
  ...['hero-from', 'hero-to'].flatMap((ground) => [
    ['on-hero', ground],
    ['on-hero-muted', ground],
  ]),
] as [string, string][];

describe.each(LOOKS)('the colours of the %s look', (look) => {
  it.each(TEXTS)('can be read: %s on %s', (text, ground) => {
    expect(contrast(text, ground, look)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...GROUNDS, 'accent-soft'])('show the ring of the focus on %s', (ground) => {
    expect(contrast('accent', ground, look)).toBeGreaterThanOrEqual(3);
  });

  it.each(['hero-from', 'hero-to'])('show the ring of the focus on %s', (ground) => {
    expect(contrast('on-hero', ground, look)).toBeGreaterThanOrEqual(3);
  });

  it.each(['surface', 'raised'])('show the edge of a field on %s', (ground) => {
    expect(contrast('edge', ground, look)).toBeGreaterThanOrEqual(3);
  });
});

describe('a look chosen by hand', () => {
  it.each(LOOKS)('%s has the colours that the device would choose', (look) => {
    const rule = sheet.match(new RegExp(`:root\\[data-theme="${look}"\\] \\{([^}]*)\\}`))?.[1];
    expect(rule?.trim()).toBe(`color-scheme: ${look};`);
  });
});
