/**
 * The log-in page is shown before the language file is here, so each message that its code names
 * must be in the entry. A missing one is shown to the player as its id.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
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
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const [texts, imports]: [string[], string[]] = [[], []];
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (isImport && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const isType = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly : node.isTypeOnly;
      if (!isType) imports.push(node.moduleSpecifier.text);
    } else if (ts.isStringLiteralLike(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
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
