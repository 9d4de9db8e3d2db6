#!/usr/bin/env node
/**
 * Writes what the programs and the portal are made of, as CycloneDX. Needs `cargo-cyclonedx` on PATH.
 *
 *   scripts/sbom.mjs FOLDER    writes sbom-gateway.cdx.json, sbom-sandbox.cdx.json, sbom-web.cdx.json
 *
 * SOURCE_DATE_EPOCH is the time that they name, so the same lock files make the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cargo } from './licences.mjs';

const PROGRAMS = { gateway: 'gateway', sandbox: 'gateway/sandbox', witness: 'gateway/witness' };
const SPEC = '1.5';
/** Tools of the build that leave some of their code in what the browser loads. */
const LEFT_IN_BUNDLE = new Set(['rolldown', 'tailwindcss', 'vite']);

const folder = process.argv[2];
const seconds = Number(process.env.SOURCE_DATE_EPOCH);
if (!folder || !seconds) throw new Error('needs a folder and SOURCE_DATE_EPOCH');
const timestamp = new Date(seconds * 1000).toISOString();

/** The packages of each program by what cargo builds for this machine, as `name@version`. */
function builtPackages() {
  const target = /^host: (.*)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1];
  const what = ['--locked', '--target', target];
  const programs = Object.keys(PROGRAMS).flatMap((program) => ['--package', program]);
  const form = ['--edges', 'normal', '--no-dedupe', '--prefix', 'depth', '--format', ' {p}'];
  const built = {};
  let current;
  for (const line of cargo('tree', ...what, ...programs, ...form).split('\n')) {
    const [, depth, name, version] = /^(\d+) (\S+) v(\S+)/.exec(line) ?? [];
    if (depth === '0') {
      current = new Set();
      built[name] = current;
    } else if (depth) current.add(`${name}@${version}`);
  }
  return built;
}

/** Leaves only these components, and the dependencies between them. */
function keepOnly(bom, isKept) {
  const components = bom.components.filter(isKept);
  const refs = new Set(
    components.map((it) => it['bom-ref']).concat(bom.metadata.component['bom-ref']),
  );
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn?.filter((it) => refs.has(it)) }));
  return { ...bom, components, dependencies };
}

function write(name, bom) {
  // Between two releases, packages differ, and not the runs of a tool.
  delete bom.serialNumber;
  bom.metadata.timestamp = timestamp;
  // The tool names the folder that this project is in.
  const text = JSON.stringify(bom, null, 2).replaceAll(
    pathToFileURL(process.cwd()).href,
    'file://',
  );
  writeFileSync(join(folder, `sbom-${name}.cdx.json`), `${text}\n`);
  console.log(`sbom: ${name} has ${bom.components.length} packages`);
}

const files = [...Object.entries(PROGRAMS), ['torture', 'gateway/torture']].map(
  ([program, path]) => [program, join(path, `${program}_bin.cdx.json`)],
);
try {
  // Of a feature of a dependency that nothing switches on, Cargo.lock has the packages and so has the
  // tool. A scanner would report their vulnerabilities, so cargo's word on what is built decides.
  const form = ['--format', 'json', '--spec-version', SPEC, '--describe', 'binaries', '--quiet'];
  cargo(
    'cyclonedx',
    '--manifest-path',
    'gateway/Cargo.toml',
    '--all-features',
    '--no-build-deps',
    ...form,
  );
  const built = builtPackages();
  for (const [program, file] of files.filter(([name]) => name in PROGRAMS)) {
    const bom = JSON.parse(readFileSync(file, 'utf8'));
    const named = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
    const missing = [...built[program]].filter((it) => !named.has(it));
    if (missing.length > 0) throw new Error(`the tool does not see ${missing.join(', ')}`);
    write(
      program,
      keepOnly(bom, ({ name, version }) => built[program].has(`${name}@${version}`)),
    );
  }
} finally {
  for (const [, file] of files) rmSync(file, { force: true });
}

const form = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const web = JSON.parse(execFileSync('npm', ['sbom', ...form], { cwd: 'web', encoding: 'utf8' }));
const isOfDevelopment = ({ properties }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');
write(
  'web',
  keepOnly(web, (it) => !isOfDevelopment(it) || LEFT_IN_BUNDLE.has(it.name)),
);
