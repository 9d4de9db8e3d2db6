/**
 * The server's SVG as a picture. It is only ever an `<img>`: there a browser runs no script and
 * loads nothing, whatever the markup says.
 */
const LENGTH_MAX = 300_000;
const SVG = /^(?:<\?xml[^>]*\?>\s*)?<svg[\s>][\s\S]*<\/svg>$/;
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';

/** A data address for an image, or null for anything that is not one SVG element. */
export function svgAddress(markup: string): string | null {
  const svg = markup.trim();
  if (svg.length > LENGTH_MAX || !SVG.test(svg)) return null;
  // Without its namespace an SVG is a picture within a page only, not by itself.
  const whole = svg.includes(NAMESPACE) ? svg : svg.replace('<svg', `<svg ${NAMESPACE}`);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(whole)}`;
}
