/** Which licences a package may have, and which packages the lock files name. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const allowed = new Set(
  [
    .../^allow = \[([^\]]*)\]/m.exec(readFileSync('deny.toml', 'utf8'))[1].matchAll(/"([^"]+)"/g),
  ].map(([, name]) => name),
);

/** Whether these licences meet an SPDX expression; `/` is the old way to write OR. */
export function isMetBy(licences, expression) {
  const text = expression.replaceAll('/', ' OR ').replace(/ WITH [\w.-]+/g, '');
  const group = /\(([^()]*)\)/.exec(text);
  if (group) {
    const inner = isMetBy(licences, group[1]) ? [...licences][0] : 'none';
    return isMetBy(licences, text.replace(group[0], inner));
  }
  return text
    .split(' OR ')
    .some((all) => all.split(' AND ').every((name) => licences.has(name.trim())));
}

/** Runs cargo and returns what it prints. */
export function cargo(...words) {
  return execFileSync('cargo', words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

/** The crates of Cargo.lock that are not this project's, as `cargo metadata` describes them. */
export function crates() {
  const { packages } = JSON.parse(cargo('metadata', '--locked', '--format-version', '1'));
  return packages.filter(({ source }) => source);
}

/** Licences that a package states in a file only. */
const STATED = { 'reserved@0.1.2': 'MIT' };

/** The modules of a folder's lock file, with the folder that each is installed in. */
export function modules(folder = 'web') {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'));
  return Object.entries(packages)
    .filter(([path]) => path)
    .map(([path, { version, license }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      const stated = license ?? STATED[`${name}@${version}`];
      return { name, version, license: stated, path: `${folder}/${path}` };
    });
}
