// What the README and the portal's checklist claim must not outlive the code: each test that they
// name exists, and so does each file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const sources = execFileSync('find', ['ledger', 'projections', 'gateway', '-name', '*.rs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const RUST_TEST = /`([a-z0-9]+(?:_[a-z0-9]+){3,})`/g;
const hasRustTest = (name) => sources.includes(`fn ${name}(`);
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

function checkReadme() {
  const readme = readFileSync('README.md', 'utf8');
  const names = all(readme, RUST_TEST);
  const files = [
    ...all(readme, /`((?:web|gateway|ledger|projections|scripts)\/[\w./-]+\.\w+)`/g),
    ...all(readme, /\]\((?!http)([^)#]+)\)/g),
  ];
  const missing = [
    ...names.filter((name) => !hasRustTest(name)),
    ...files.filter((file) => !existsSync(file)),
  ];
  return { page: 'README.md', tests: names.length, files: files.length, missing };
}

const CHECKLIST = '.github/portal.md';

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

/** Each row: promise | `file`, `file` | tests, one a line, and what is open. */
function checkPortal() {
  const lines = readFileSync(CHECKLIST, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));
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
  for (const item of shown.split('<br>')) {
    if (/^\*\*open\*\*(?:: .+)?$/.test(item)) {
      found.open += 1;
      continue;
    }
    const story = /^`([^`]+\.(?:test|spec)\.tsx?)` › (.+)$/.exec(item);
    const rust = /^`([a-z0-9_]+)`$/.exec(item);
    found.tests += 1;
    if (story && hasSentence(placeOf(story[1]), story[2])) continue;
    if (rust && hasRustTest(rust[1])) continue;
    found.missing.push(`${item} (for "${promise}")`);
  }
}

let isWrong = false;
for (const { page, tests, files, missing, open } of [checkReadme(), checkPortal()]) {
  for (const claim of missing) console.error(`${page} names ${claim}, which does not exist`);
  if (tests === 0) console.error(`${page} names no test: the check looks for nothing`);
  isWrong ||= missing.length > 0 || tests === 0;
  const left = open ? `; open: ${open}` : '';
  console.log(`${page} names ${tests} tests and ${files} files${left}`);
}
if (isWrong) process.exit(1);
