/**
 * The walls inside `web/src` and `web/worker`. Each import is an arrow from one file to another,
 * and an arrow leads into its own room or down to a lower floor. A new folder needs a line here.
 */
import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { isSource, isTest, readFiles } from './vitest.sources';

/** Lowest floor first. Rooms on the same floor do not use each other. */
const FLOORS: [rooms: string[], why: string][] = [
  [['worker'], 'runs outside the page, so it must not load a part of it'],
  [['proof'], 'a stranger checks a receipt with it: it trusts nothing else here'],
  [['client'], 'facts of the device and the person, which a request needs: session, preferences'],
  [['api'], 'asks the gateway; knows no words and no screen'],
  [['intl'], 'words and amounts; words the answers and problems of the api, so above it'],
  [['ui'], 'parts of any screen; they show words and problems'],
  [['chat'], 'parts of a conversation, built from `ui`, for the portal and the console'],
  [['features/*', 'support'], 'screens: one room for each feature, one for the console'],
  [['app'], 'the roof of the portal: routes, store and shell put the features together'],
  [['proof/page'], 'a separate page, outside the portal'],
  [['.'], 'entries and the stage of the tests: no part of a program imports them'],
];

/** The floors alone would allow these. */
const APART: [from: string, to: string, why: string][] = [
  ['app', 'support', 'a player never loads a line of the console'],
];

interface Arrow {
  from: string;
  to: string;
}

function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first === file) return '.';
  if (first === 'features') return `${first}/${second}`;
  return file.startsWith('proof/page/') ? 'proof/page' : first;
}

function floorOf(room: string): number {
  const line = room.startsWith('features/') ? 'features/*' : room;
  return FLOORS.findIndex(([rooms]) => rooms.includes(line));
}

function faultOf({ from, to }: Arrow): string | null {
  const [user, used] = [roomOf(from), roomOf(to)];
  if (user === used) return null;
  const [above, below] = [floorOf(user), floorOf(used)];
  if (above < 0 || below < 0) return isTest(from) ? null : 'has an end in no room of the table';
  if (above < below) return isTest(from) ? null : 'leads up';
  const apart = APART.find((pair) => pair[0] === user && pair[1] === used);
  if (apart) return `is forbidden: ${apart[2]}`;
  if (above > below) return null;
  if (user === 'support') return 'takes something out of a feature';
  return used.startsWith('features/') ? 'leads into another feature' : 'leads across its floor';
}

type Siblings = Map<string, Map<string, Arrow>>;

/** The arrows between what lies side by side in each folder, one arrow for each pair. */
function siblingsByFolder(arrows: Arrow[]): Map<string, Siblings> {
  const folders = new Map<string, Siblings>();
  for (const arrow of arrows) {
    const [from, to] = [arrow.from.split('/'), arrow.to.split('/')];
    const depth = from.findIndex((part, at) => part !== to[at]);
    if (depth < 0) continue;
    const [user, used] = [from, to].map((path) => path.slice(0, depth + 1).join('/'));
    const folder = from.slice(0, depth).join('/');
    const siblings: Siblings = folders.get(folder) ?? new Map();
    folders.set(folder, siblings);
    const uses = siblings.get(user ?? '') ?? new Map<string, Arrow>();
    siblings.set(user ?? '', uses);
    if (!uses.has(used ?? '')) uses.set(used ?? '', arrow);
  }
  return folders;
}

/** The shortest way along the arrows from one folder back to itself. */
function ringThrough(start: string, siblings: Siblings): Arrow[] | null {
  const ways: [node: string, way: Arrow[]][] = [[start, []]];
  const seen = new Set<string>();
  for (const [node, way] of ways) {
    for (const [next, arrow] of siblings.get(node) ?? []) {
      if (next === start) return [...way, arrow];
      if (!seen.has(next)) ways.push([next, [...way, arrow]]);
      seen.add(next);
    }
  }
  return null;
}

const named = ({ from, to }: Arrow) => `${from} -> ${to}`;

/** Rings that a folder is part of. Two files of one folder may need each other. */
function ringsOf(arrows: Arrow[]): string[] {
  const rings = new Set<string>();
  for (const siblings of siblingsByFolder(arrows.filter(({ from }) => !isTest(from))).values()) {
    for (const node of siblings.keys()) {
      const ring = isSource(node) ? null : ringThrough(node, siblings);
      if (ring) rings.add(`${ring.map(named).sort().join(', ')} make a ring`);
    }
  }
  return [...rings];
}

function faultsOf(arrows: Arrow[]): string[] {
  const faults = arrows.map((arrow) => [named(arrow), faultOf(arrow)] as const);
  const wrong = faults.flatMap(([name, fault]) => (fault ? [`${name} ${fault}`] : []));
  return [...wrong, ...ringsOf(arrows)];
}

/** What a text names in imports, exports, imports of types and on demand, and in globs. */
function namedIn(text: string, file = '_.tsx'): string[] {
  const { program, errors } = parseSync(file, text);
  // A text with a fault has an empty tree, so it would name nothing.
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const names: string[] = [];
  const take = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') names.push(node.value);
    if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
      names.push(node.quasis[0]?.value.cooked ?? '');
    if (node?.type === 'ArrayExpression') node.elements.forEach(take);
  };
  const takeSource = (node: { source: ESTree.Node | null }) => take(node.source);
  const takeGlob = ({ callee, arguments: [first] }: ESTree.CallExpression) => {
    if (text.slice(callee.start, callee.end) === 'import.meta.glob') take(first);
  };
  new Visitor({
    ImportDeclaration: takeSource,
    ExportNamedDeclaration: takeSource,
    ExportAllDeclaration: takeSource,
    TSImportType: takeSource,
    ImportExpression: takeSource,
    CallExpression: takeGlob,
  }).visit(program);
  return names;
}

/** As an import finds a file: with its ending, or without. */
function arrowsOf(files: Map<string, string>): Arrow[] {
  return [...files].flatMap(([from, text]) =>
    namedIn(text, from)
      .filter((name) => name.startsWith('.'))
      .map((name) => {
        const outside = from.startsWith('worker/') ? name.replace(/^\.\.\/src\//, '../') : name;
        const path = posix.join(posix.dirname(from), outside).replace(/^\.\.\/worker\//, 'worker/');
        const to = ['', '.ts', '.tsx'].map((end) => path + end).find((file) => files.has(file));
        return { from, to: to ?? path };
      }),
  );
}

describe('the code of the portal', () => {
  const files = readFiles();
  const arrows = arrowsOf(files);

  it('has no import that leads up, into another feature, or around in a ring', () => {
    expect(files.size).toBeGreaterThan(600);
    expect(arrows.length).toBeGreaterThan(2000);
    expect(faultsOf(arrows)).toEqual([]);
  });

  it('has a floor for each folder', () => {
    expect([...files.keys()].filter((file) => floorOf(roomOf(file)) < 0)).toEqual([]);
  });
});

describe('an arrow', () => {
  it.each([
    ['ui/display/Money.tsx', 'app/store.ts', 'leads up'],
    ['client/session.ts', 'main.tsx', 'leads up'],
    ['worker/sw.ts', 'client/session.ts', 'leads up'],
    ['features/deposit/qr/QrForm.tsx', 'features/home/news/news.ts', 'leads into another feature'],
    ['features/home/home.test.tsx', 'features/wheel/draw.ts', 'leads into another feature'],
    ['features/home/HomePage.tsx', 'support/App.tsx', 'leads across its floor'],
    ['support/work/Work.tsx', 'features/home/HomePage.tsx', 'takes something out of a feature'],
    [
      'app/routes.tsx',
      'support/App.tsx',
      'is forbidden: a player never loads a line of the console',
    ],
    ['api/walletApi.ts', 'helpers/text.ts', 'has an end in no room of the table'],
  ])('from %s to %s %s', (from, to, fault) => {
    expect(faultsOf([{ from, to }])).toEqual([`${from} -> ${to} ${fault}`]);
  });

  it.each([
    ['features/deposit/qr/QrForm.tsx', 'features/deposit/DepositDialog.tsx'],
    ['features/home/HomePage.tsx', 'ui/display/Money.tsx'],
    ['ui/display/parts.test.tsx', 'app/store.ts'],
    ['main.tsx', 'app/App.tsx'],
  ])('may lead from %s to %s', (from, to) => expect(faultsOf([{ from, to }])).toEqual([]));

  it.each([
    ['rooms', 'api/a.ts -> client/a.ts', 'client/b.ts -> api/b.ts'],
    ['folders of a room', 'ui/dialog/a.ts -> ui/field/a.ts', 'ui/field/b.ts -> ui/dialog/b.ts'],
    ['a folder and a file', 'api/a.ts -> api/command/a.ts', 'api/command/b.ts -> api/a.ts'],
  ])('between %s makes a ring with the arrow back', (_, ...names) => {
    const ring = names
      .map((name) => name.split(' -> '))
      .map(([from = '', to = '']) => ({ from, to }));
    expect(faultsOf(ring)).toContain(`${names.join(', ')} make a ring`);
    expect(ringsOf(ring.slice(1))).toEqual([]);
  });

  it('between two files of a folder may have an arrow back', () => {
    const [from, to] = ['api/a.ts', 'api/b.ts'];
    expect(
      faultsOf([
        { from, to },
        { from: to, to: from },
      ]),
    ).toEqual([]);
  });

  it('is read from each form of import', () => {
    const text = `
      import './a'; import type { B } from './b'; export * from './c'; export { d } from './d';
      const Late = lazy(() => import('./e')); type F = import('./f').F;
      const pages = import.meta.glob<Page>(['./g/*.tsx', './h.ts']);
      const one = import.meta.glob('./i/*.ts'); const later = () => import(\`./j\`);
      // import './not';
      const text = <p>don't import './not'</p>;
    `;
    const globs = ['./g/*.tsx', './h.ts', './i/*.ts'];
    expect(namedIn(text)).toEqual(['./a', './b', './c', './d', './e', './f', ...globs, './j']);
    expect(() => namedIn('const a: = 3;', 'ui/a.ts')).toThrow('ui/a.ts');
    const files = new Map([
      ['ui/Late.tsx', `import '../api/walletApi';`],
      ['api/walletApi.ts', ''],
      ['worker/sw.ts', `import '../src/api/walletApi';`],
    ]);
    const to = 'api/walletApi.ts';
    expect(arrowsOf(files)).toEqual(['ui/Late.tsx', 'worker/sw.ts'].map((from) => ({ from, to })));
  });
});
