// What the papers claim must not outlive the code: each test and each file that they name exists,
// and each step of a walk names what the next file defines.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const sources = execFileSync('find', ['ledger', 'projections', 'gateway', '-name', '*.rs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const RUST_TEST = /`([a-z0-9]+(?:_[a-z0-9]+){4,})`/g;
const FILE = /`((?:web|gateway|ledger|projections|scripts|migrations)\/[\w./-]+\.\w+)`/g;
const LINK = /\]\((?!http)([^)#]+)(?:#[^)]*)?\)/g;
const hasRustTest = (name) => sources.includes(`fn ${name}(`);
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

function checkPaper(page) {
  const text = readFileSync(page, 'utf8');
  // Elsewhere such a name may be a setting or a metric.
  const names = CITES_TESTS.includes(page) ? all(text, RUST_TEST) : [];
  const files = [...all(text, FILE), ...all(text, LINK).map((link) => join(dirname(page), link))];
  const missing = [
    ...names.filter((name) => !hasRustTest(name)),
    ...files.filter((file) => !existsSync(file)),
    ...brokenSteps(text),
  ];
  return { page, tests: names.length, files: files.length, missing };
}

/** A step is a numbered line: `file`, what it does, and last by which name it reaches the next. */
function brokenSteps(text) {
  const broken = [];
  let before;
  for (const line of text.split('\n')) {
    const [, file] = /^\d+\. `([\w./-]+)`/.exec(line) ?? [];
    const [, by] = / by `(\w+)`$/.exec(line) ?? [];
    if (file && before && existsSync(file)) {
      const name = new RegExp(`\\b${before.by}\\b`);
      const without = [before.file, file].filter((it) => !name.test(readFileSync(it, 'utf8')));
      broken.push(...without.map((it) => `${before.by} in a walk through ${it}`));
    }
    before = file && by && existsSync(file) ? { file, by } : undefined;
  }
  return broken;
}

const CHECKLIST = '.github/portal.md';
const PAPERS = [
  'README.md',
  'CHANGELOG.md',
  ...['.github', '.github/decisions', '.github/providers'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
].filter((page) => page !== CHECKLIST);

const CITES_TESTS = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  '.github/api.md',
  '.github/invariants.md',
  '.github/operation.md',
  '.github/torture.md',
];

/** These are nothing without the tests that they name. */
const HELD_BY_TESTS = ['.github/invariants.md', CHECKLIST];

/** Stories lie below `web`, everything else of the portal below `web/src`. */
function placeOf(file) {
  if (/^(?:web|gateway|ledger|projections|scripts)\//.test(file)) return file;
  return file.startsWith('e2e/') ? `web/${file}` : `web/src/${file}`;
}

/** Whether a test file has a test, a table of tests or a step with just this sentence. */
function hasSentence(file, sentence) {
  if (!existsSync(file)) return false;
  const source = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  const named = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const call = String.raw`(?:\b(?:it|test|step)|\))\(\s*(['"\`])${named}\1`;
  return new RegExp(call).test(source);
}

/** The rows of the tables of promises; the page has other tables, too. */
function promisesOf(lines) {
  const isRow = (line) => line?.startsWith('|');
  const heads = lines.filter((line, at) => isRow(line) && !isRow(lines[at - 1]));
  let head = 0;
  return lines.filter((line, at) => {
    if (!isRow(line)) return false;
    if (!isRow(lines[at - 1])) head += 1;
    const isPromise = heads[head - 1].startsWith('| promise |');
    return isPromise && line.startsWith('| ') && !line.startsWith('| promise |');
  });
}

/**
 * Each row: promise | `file`, `file` | tests, one a line, and what is open. A test without a file is
 * in that of the line above.
 */
function checkPortal() {
  const rows = promisesOf(readFileSync(CHECKLIST, 'utf8').split('\n'));
  const found = { page: CHECKLIST, tests: 0, files: 0, missing: [], open: 0 };
  for (const row of rows) {
    const [promise, where, shown, ...rest] = row.slice(2, -2).split(' | ');
    const files = all(where ?? '', /`([^`]+)`/g);
    if (!shown || rest.length > 0 || files.length === 0) {
      found.missing.push(`a row that is none of ours: ${row}`);
      continue;
    }
    found.files += files.length;
    found.missing.push(...files.filter((file) => !existsSync(placeOf(file))));
    checkShown(shown, promise, found);
  }
  return found;
}

function checkShown(shown, promise, found) {
  let file;
  for (const item of shown.split('<br>')) {
    if (/^\*\*open\*\*(?:: .+)?$/.test(item)) {
      found.open += 1;
      continue;
    }
    const story = /^(?:`([^`]+\.(?:test|spec)\.tsx?)` )?› (.+)$/.exec(item);
    const rust = /^`([a-z0-9_]+)`$/.exec(item);
    found.tests += 1;
    if (story) file = story[1] ?? file;
    if (story && file && hasSentence(placeOf(file), story[2])) continue;
    if (rust && hasRustTest(rust[1])) continue;
    found.missing.push(`${item} (for "${promise}")`);
  }
}

let isWrong = false;
for (const { page, tests, files, missing, open } of [...PAPERS.map(checkPaper), checkPortal()]) {
  for (const claim of missing) console.error(`${page} names ${claim}, which does not exist`);
  const isEmpty = tests === 0 && HELD_BY_TESTS.includes(page);
  if (isEmpty) console.error(`${page} names no test: the check looks for nothing`);
  isWrong ||= missing.length > 0 || isEmpty;
  const left = open ? `; open: ${open}` : '';
  console.log(`${page} names ${tests} tests and ${files} files${left}`);
}
if (isWrong) process.exit(1);
