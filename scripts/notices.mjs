#!/usr/bin/env node
/**
 * Prints the licences of everything in a release that others have written: each text once, below the
 * names of all packages that it comes with. Fails for a package without a text, or with a licence that
 * `deny.toml` does not allow.
 *
 *   scripts/notices.mjs FOLDER    with the files that scripts/sbom.mjs has written
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allowed, crates, isMetBy, modules } from './licences.mjs';

/** Texts that name no holder, so they are right for any package under that licence. */
const STANDARD = 'scripts/licences';
/** Fonts inside the programs. */
const FONTS = ['gateway/assets/fonts', 'gateway/sandbox/assets'];
const TEXT =
  /^((un)?licen[cs]e|copying|copyright|notice|ofl)([-_.](?!(rs|js|mjs|ts|json|toml)$)[\w.-]+)?$/i;
/** Of what is not built: its files are another's. */
const UNBUILT = /^(tests?|benches|examples|scripts|node_modules|target)$/;

/** The licence files of a folder and of the folders in it, which often hold code of others. */
function pathsOfTexts(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return UNBUILT.test(entry.name) ? [] : pathsOfTexts(folder, path);
      return TEXT.test(entry.name) ? [path] : [];
    });
}

const read = (path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
const standard = new Map(
  readdirSync(STANDARD).map((file) => [file.replace(/\.txt$/, ''), read(join(STANDARD, file))]),
);

/** What a package that ships no text is under: the standard ones that meet its licence. */
function standardTexts(license) {
  if (!isMetBy(new Set(standard.keys()), license)) return [];
  return [...standard].filter(([name]) => license.includes(name)).map(([, text]) => text);
}

const faults = [];
/** Each text with the packages that it comes with, by its words: only the line ends differ in many. */
const texts = new Map();

function note({ name, version, license, folder, origin }) {
  const title = `${name} ${version}`;
  if (!license || !isMetBy(allowed, license)) {
    faults.push(`${title}: ${license ?? 'no licence'} is not allowed`);
    return;
  }
  const files = pathsOfTexts(folder)
    .map((path) => ({ path, text: read(join(folder, path)) }))
    .filter(({ text }) => text);
  const found = files.map(({ text }) => text);
  // A copyright, a notice or a text in a folder below is not yet the package's licence.
  if (!files.some(({ path }) => /^((un)?licen[cs]e|copying)[^/]*$/i.test(path))) {
    const usual = standardTexts(license);
    if (usual.length === 0) faults.push(`${title}: ${license}, but it has no text`);
    found.push(...usual);
  }
  for (const text of found) {
    const words = text.replace(/\s+/g, ' ');
    if (!texts.has(words)) texts.set(words, { text, packages: new Set() });
    texts.get(words).packages.add(`${title} (${license})${origin ? ` ${origin}` : ''}`);
  }
}

const componentsOf = (name) =>
  JSON.parse(readFileSync(join(process.argv[2], `sbom-${name}.cdx.json`), 'utf8')).components.map(
    ({ name, version }) => `${name}@${version}`,
  );
const inPrograms = new Set(['gateway', 'sandbox'].flatMap(componentsOf));
const inPortal = new Set(componentsOf('web'));
const isIn =
  (names) =>
  ({ name, version }) =>
    names.has(`${name}@${version}`);

const ofCargo = crates().filter(isIn(inPrograms));
const ofNpm = modules().filter(isIn(inPortal));
if (ofCargo.length < 100 || ofNpm.length < 20) throw new Error('a bill of materials was not read');
for (const { name, version, license, manifest_path, repository } of ofCargo)
  note({ name, version, license, folder: dirname(manifest_path), origin: repository });
for (const { name, version, license, path } of ofNpm)
  note({ name, version, license, folder: path, origin: `https://www.npmjs.com/package/${name}` });

const pieces = [...texts.values()].map(
  ({ text, packages }) => `${[...packages].sort().join('\n')}\n\n${text}`,
);
for (const folder of FONTS)
  pieces.push(`Fonts of ${folder} (OFL-1.1)\n\n${read(join(folder, 'OFL.txt'))}`);

for (const fault of faults) console.error(`notices: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
if (faults.length === 0) {
  const rule = `\n\n${'='.repeat(98)}\n\n`;
  const head = `The programs \`gateway\` and \`sandbox\`, and the portal inside the gateway, contain these packages of
others. The sbom-*.cdx.json files say which program has which. The texts of Rust's standard library
are in COPYRIGHT-rust-library.html.`;
  console.log([head, ...pieces.sort()].join(rule));
}
