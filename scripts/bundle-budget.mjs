// Weighs what a player's pages and dialogs download of web/dist (gzip), and fails above the budget.
// A page is the entry script, the page's own chunk and everything these import statically.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KILOBYTE = 1000;
const dist = fileURLToPath(new URL('../web/dist/', import.meta.url));
if (!existsSync(join(dist, 'index.html'))) {
  console.error('bundle-budget: web/dist is missing: run `npm run build` in web first');
  process.exit(1);
}
const CONSOLE = join('assets', 'support');
const everything = readdirSync(dist, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(dist, name));
const isOfConsole = (path) => path.startsWith(join(dist, CONSOLE));
// The portal's; the support console is a separate build.
const scripts = everything.filter((path) => !isOfConsole(path));
const html = readFileSync(join(dist, 'index.html'), 'utf8');

function staticImports(path) {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(/(?:^|[;}\s])(?:import|export)(?:[^'"()]*?from)?\s*["']\.\/([^"']+\.js)["']/g);
  return [...found].map((match) => match[1]);
}

/** The scripts that the given ones load before they run, themselves included. */
function closure(names) {
  const seen = new Set();
  const open = [...names];
  while (open.length > 0) {
    const name = basename(open.pop());
    const path = scripts.find((script) => basename(script) === name);
    if (!path || seen.has(path)) continue;
    seen.add(path);
    open.push(...staticImports(path));
  }
  return seen;
}

function weigh(paths) {
  return [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
}

const entry = [...html.matchAll(/(?:src|href)="[^"]*?([^"/]+\.js)"/g)].map((match) => match[1]);
const chunk = (name) => scripts.map((path) => basename(path)).filter((file) => file.startsWith(`${name}-`));

// The entry holds the login page's own words; the whole language file comes with the first screen
// behind it.
const login = closure(entry);
const home = closure([...login, ...chunk('th'), ...chunk('home')]);
/** What a part adds for a member who has loaded home. */
const beyondHome = (...names) => weigh(closure([...home, ...names.flatMap(chunk)])) - weigh(home);
const sizeOf = (pattern) =>
  readdirSync(join(dist, 'assets'))
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + statSync(join(dist, 'assets', name)).size, 0);
/** What the service worker keeps, once, whatever was visited. */
const keptText = readFileSync(join(dist, 'sw.js'), 'utf8');
const kept = [...new Set([...keptText.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]))];
const styles = [...html.matchAll(/href="\/([^"]+\.css)"/g)].map((match) => join(dist, match[1]));
const weights = [
  { what: 'login page', bytes: weigh(login), budget: 120 * KILOBYTE },
  { what: 'all that home shows beyond the login page', bytes: weigh(home) - weigh(login), budget: 71 * KILOBYTE },
  { what: 'chat beyond home', bytes: beyondHome('ChatWidget', 'ChatPanel'), budget: 20 * KILOBYTE },
  { what: 'dialogs of money beyond home', bytes: beyondHome('money'), budget: 35 * KILOBYTE },
  { what: 'statement and profile beyond home', bytes: beyondHome('account'), budget: 20 * KILOBYTE },
  { what: 'registration', bytes: weigh(closure([...login, ...chunk('RegisterPage')])) - weigh(login), budget: 35 * KILOBYTE },
  { what: 'style sheet', bytes: weigh(styles), budget: 15 * KILOBYTE },
  { what: 'fonts of Thai', bytes: sizeOf(/^noto-sans-thai-(thai|latin)-wght-.*woff2$/), budget: 80 * KILOBYTE },
  { what: 'fonts of Lao', bytes: sizeOf(/^noto-sans-(lao-lao|thai-latin)-wght-.*woff2$/), budget: 80 * KILOBYTE },
  { what: 'kept by the service worker', bytes: weigh(kept.map((path) => join(dist, path))), budget: 264 * KILOBYTE },
];

let over = false;
for (const { what, bytes, budget } of weights) {
  // Nothing at all is a part that has got another name.
  const fits = bytes > 0 && bytes <= budget;
  const verdict = fits ? 'ok' : 'OVER';
  over ||= !fits;
  console.log(`${what}: ${(bytes / KILOBYTE).toFixed(1)} of ${budget / KILOBYTE} kB  ${verdict}`);
}
// Players never load the console: their page asks for none of its files, no file of theirs names
// its folder or speaks to its routes.
const strayed = [html, ...scripts.map((path) => readFileSync(path, 'utf8'))].filter(
  (text) => text.includes('assets/support') || text.includes('/api/support/'),
);
const consoles = everything.filter(isOfConsole);
if (strayed.length > 0 || consoles.length === 0) {
  console.error('bundle-budget: the support console is missing, or is part of what players load');
  over = true;
}
if (login.size === 0) {
  console.error('bundle-budget: no script found in web/dist/index.html');
  process.exit(1);
}
process.exit(over ? 1 : 0);
