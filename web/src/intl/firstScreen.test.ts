/**
 * The log-in page is shown before the language file is here, so each message that its code names
 * must be in the entry. A missing one is shown to the player as its id.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { isOfFirstScreen } from '../../build/messages';
import thai from './messages/th.json';

const SOURCE = join(import.meta.dirname, '..');

const resolved = (from: string, name: string): string | undefined =>
  ['', '.ts', '.tsx']
    .map((end) => join(dirname(from), name) + end)
    .find((file) => /\.tsx?$/.test(file) && existsSync(file));

/** The texts in a file, and what it imports at once: no types, and nothing on demand. */
function read(file: string): { texts: string[]; imports: string[] } {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  // A file with a fault has an empty tree, so it would show nothing.
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const [texts, imports]: [string[], string[]] = [[], []];
  const take = (value: unknown) => {
    if (typeof value === 'string') texts.push(value);
  };
  const takeLiteral = (node: { value: unknown }) => take(node.value);
  const takeTemplate = ({ quasis, expressions }: ESTree.TemplateLiteral) => {
    if (expressions.length === 0) take(quasis[0]?.value.cooked);
  };
  const takeImport = ({ importKind, source }: ESTree.ImportDeclaration) => {
    if (importKind !== 'type') imports.push(source.value);
  };
  const takeExport = (node: ESTree.ExportNamedDeclaration | ESTree.ExportAllDeclaration) => {
    if (node.source && node.exportKind !== 'type') imports.push(node.source.value);
  };
  new Visitor({
    Literal: takeLiteral,
    TemplateLiteral: takeTemplate,
    ImportDeclaration: takeImport,
    ExportNamedDeclaration: takeExport,
    ExportAllDeclaration: takeExport,
  }).visit(program);
  return { texts, imports };
}

it('shows no message that the entry does not carry', () => {
  const files = new Set([join(SOURCE, 'main.tsx')]);
  const shown = new Set<string>();
  for (const file of files) {
    const { texts, imports } = read(file);
    for (const text of texts) if (text in thai) shown.add(text);
    for (const name of imports) {
      const found = name.startsWith('.') ? resolved(file, name) : undefined;
      if (found) files.add(found);
    }
  }
  expect(files).toContain(join(SOURCE, 'features/session/LoginPage.tsx'));
  expect([...shown].filter((id) => !isOfFirstScreen(id))).toEqual([]);
});
