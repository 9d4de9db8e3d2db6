/** The source files, for the tests that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const isSource = (file: string) => /\.tsx?$/.test(file);

/** A test may put the whole product on a stage, so it may look up; it stays out of other features. */
export const isTest = (file: string) => /\.test\.tsx?$|^(stage\.tsx|vitest\.\w+\.ts)$/.test(file);

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource);

/** Names of files below `src`; those of the worker begin with `worker/`. */
export function readFiles(): Map<string, string> {
  const text = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  const own = filesIn(import.meta.dirname).map((file): [string, string] => [file, text(file)]);
  const worker = filesIn(join(import.meta.dirname, '../worker')).map((file): [string, string] => [
    `worker/${file}`,
    text(`../worker/${file}`),
  ]);
  return new Map([...own, ...worker]);
}
