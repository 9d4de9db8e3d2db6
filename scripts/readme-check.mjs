// The README's claims must not outlive the code: each test it names exists, and so does each file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const readme = readFileSync('README.md', 'utf8');
const sources = execFileSync('find', ['ledger', 'projections', 'gateway', '-name', '*.rs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const names = [...readme.matchAll(/`([a-z0-9]+(?:_[a-z0-9]+){3,})`/g)].map((match) => match[1]);
const files = [
  ...[...readme.matchAll(/`((?:web|gateway|ledger|projections|scripts)\/[\w./-]+\.\w+)`/g)],
  ...[...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)],
].map((match) => match[1]);

const missing = [
  ...names.filter((name) => !sources.includes(`fn ${name}(`)),
  ...files.filter((file) => !existsSync(file)),
];
for (const claim of missing) console.error(`README.md names ${claim}, which does not exist`);
if (names.length === 0) console.error('README.md names no test: the check looks for nothing');
if (missing.length > 0 || names.length === 0) process.exit(1);
console.log(`${names.length} tests and ${files.length} files named by README.md exist`);
