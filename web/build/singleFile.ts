/**
 * Inlines the script and the style of a page: one file that can be saved, sent on and opened from a
 * disk. Its content security policy allows these two, and requests to its own website. Anybody who
 * builds it gets the same bytes, whose hash is printed.
 */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const SCRIPT = /\s*<script type="module"[^>]* src="\/([^"]+)"><\/script>/;
const STYLE = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function policy(script: string, style: string): string {
  const rules = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}" />`;
}

/** `page`: the one HTML file that the build makes. */
export function singleFile(page: string): Plugin {
  let print: (line: string) => void = () => undefined;
  return {
    name: 'wallet-single-file',
    apply: 'build',
    enforce: 'post',
    configResolved({ logger }) {
      print = (line) => logger.info(line);
    },
    generateBundle(_options, bundle) {
      const html = bundle[page];
      if (html?.type !== 'asset') return;
      const text = String(html.source);
      const take = (name: string | undefined): string => {
        const file = name === undefined ? undefined : bundle[name];
        if (!file || name === undefined) throw new Error(`${page} names a file that is not there`);
        delete bundle[name];
        return file.type === 'chunk' ? file.code : String(file.source);
      };
      // A script element must not contain its own end tag.
      const script = take(SCRIPT.exec(text)?.[1]).trim().replaceAll('</script', '<\\/script');
      const style = take(STYLE.exec(text)?.[1]).trim();
      html.source = text
        .replace(SCRIPT, '')
        .replace(STYLE, '')
        .replace(/(<meta charset="utf-8" \/>)/, (head) => `${head}\n    ${policy(script, style)}`)
        .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
        // A file opened from a disk cannot load a module, but an inline module runs.
        .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`);
      const rest = Object.keys(bundle).filter((name) => name !== page);
      if (rest.length > 0)
        throw new Error(`${page} would need ${rest.join(', ')} as separate files`);
    },
    writeBundle(_options, bundle) {
      const html = bundle[page];
      if (html?.type !== 'asset') return;
      print(`SHA-256 ${createHash('sha256').update(html.source).digest('hex')}  ${page}`);
    },
  };
}
