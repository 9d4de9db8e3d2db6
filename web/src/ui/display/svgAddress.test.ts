import { describe, expect, it } from 'vitest';
import { svgAddress } from './svgAddress';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1"/></svg>';

const markupOf = (address: string | null) => decodeURIComponent(address?.split(',')[1] ?? '');

describe('the picture of a QR', () => {
  it('is the SVG as a data URL', () => {
    const address = svgAddress(`<?xml version="1.0"?>\n${svg}\n`);
    expect(address).toMatch(/^data:image\/svg\+xml;charset=utf-8,/);
    expect(address).not.toMatch(/[<>"#\s]/);
    expect(markupOf(svgAddress(svg))).toBe(svg);
  });

  it('gets the namespace that it needs on its own', () => {
    expect(markupOf(svgAddress('<svg viewBox="0 0 1 1"></svg>'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
    );
  });

  it('is nothing else than an SVG', () => {
    expect(svgAddress('')).toBeNull();
    expect(svgAddress('<p>no</p>')).toBeNull();
    expect(svgAddress(`<p></p>${svg}`)).toBeNull();
    expect(svgAddress(`${svg}<script>1</script>`)).toBeNull();
    expect(svgAddress(`<svg>${'x'.repeat(300_000)}</svg>`)).toBeNull();
  });
});
