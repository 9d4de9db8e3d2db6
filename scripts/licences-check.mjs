#!/usr/bin/env node
/** Checks that every package of both lock files has a licence that `deny.toml` allows. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const allowed = new Set(
  [.../^allow = \[([^\]]*)\]/m.exec(readFileSync('deny.toml', 'utf8'))[1].matchAll(/"([^"]+)"/g)].map(
    ([, name]) => name,
  ),
);

/** Whether an SPDX expression can be met; `/` is the old way to write OR. */
function isAllowed(expression) {
  const text = expression.replaceAll('/', ' OR ').replace(/ WITH [\w.-]+/g, '');
  const group = /\(([^()]*)\)/.exec(text);
  if (group) {
    const inner = isAllowed(group[1]) ? [...allowed][0] : 'none';
    return isAllowed(text.replace(group[0], inner));
  }
  return text.split(' OR ').some((all) => all.split(' AND ').every((name) => allowed.has(name.trim())));
}

const metadata = execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const crates = JSON.parse(metadata)
  .packages.filter(({ source }) => source)
  .map(({ name, version, license }) => ({ name: `${name} ${version}`, license }));
const modules = Object.entries(JSON.parse(readFileSync('web/package-lock.json', 'utf8')).packages)
  .filter(([path]) => path)
  .map(([path, { version, license }]) => ({ name: `${path} ${version}`, license }));

if (crates.length < 100 || modules.length < 100) throw new Error('a lock file was not read');
const faults = [...crates, ...modules].filter(({ license }) => !license || !isAllowed(license));
for (const { name, license } of faults) console.error(`${name}: ${license ?? 'no licence'}`);
console.log(`licences: ${crates.length} crates, ${modules.length} modules, ${faults.length} not allowed`);
process.exitCode = faults.length > 0 ? 1 : 0;
