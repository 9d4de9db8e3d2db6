/**
 * Puts the style of a page's first look (`shell.css`) into the page, with the colours of the theme,
 * and the program's style sheet behind that look: it holds up what follows it and nothing before.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const BODY_END = '</body>';
const STYLE_SHEETS = /\n?\s*<link rel="stylesheet"[^>]*>/g;
const COLOUR = /var\((--color-[\w-]+)\)/g;

const textOf = (path: string) => readFile(resolve(import.meta.dirname, path), 'utf8');

/** The theme's own words for the colours that a style names. */
function coloursIn(style: string, theme: string): string {
  const names = [...new Set([...style.matchAll(COLOUR)].map(([, name]) => name as string))];
  const lines = names.map((name) => {
    const line = theme.match(new RegExp(`${name}: [^;]+;`))?.[0];
    if (!line) throw new Error(`the theme has no ${name}`);
    return line;
  });
  return `:root { ${lines.join(' ')} }`;
}

const small = (style: string) =>
  style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};:,>]) ?/g, '$1')
    .trim();

export function shell(): Plugin {
  return {
    name: 'wallet-shell',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes('class="shell"')) return html;
        const style = await textOf('../shell.css');
        const colours = coloursIn(style, await textOf('../src/theme.css'));
        const sheets = html.match(STYLE_SHEETS) ?? [];
        const body = html
          .replace(STYLE_SHEETS, '')
          .replace(BODY_END, `${sheets.join('')}\n  ${BODY_END}`);
        return {
          html: body,
          tags: [{ tag: 'style', children: small(colours + style), injectTo: 'head' }],
        };
      },
    },
  };
}
