/**
 * Writes the clients of the gateway from `openapi.json`, unless they are up to date. Every command
 * that reads them runs this first. Several may run at once, because a file appears complete.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import config from '../openapi-codegen.config.cjs';

const web = resolve(import.meta.dirname, '..');
const SOURCES = [
  config.schemaFile,
  'openapi-codegen.config.cjs',
  'build/generate.mjs',
  'node_modules/@rtk-query/codegen-openapi/package.json',
];

const hash = createHash('sha256');
for (const source of SOURCES) hash.update(readFileSync(resolve(web, source)));
const mark = `// Written by \`npm run generate\` from ${hash.digest('hex')}\n`;

const isWritten = (file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(mark);
const { outputFiles, ...common } = config;
const missing = Object.entries(outputFiles).filter(([name]) => !isWritten(resolve(web, name)));

if (missing.length > 0) {
  const { generateEndpoints } = await import('@rtk-query/codegen-openapi');
  for (const [name, own] of missing) {
    const options = { ...common, ...own };
    const text = await generateEndpoints({
      ...options,
      schemaFile: resolve(web, options.schemaFile),
      apiFile: `./${relative(dirname(name), options.apiFile)}`,
    });
    const file = resolve(web, name);
    const draft = `${file}.${process.pid}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, mark + text);
    renameSync(draft, file);
  }
}
