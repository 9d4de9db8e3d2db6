/** Prints for each failed story where it failed, how to run it again alone, and where its traces are. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { runsAll } from './turns';

const ROOT = import.meta.dirname.replace(/\/web\/e2e$/, '');
/** Needed to repeat a story that only the long form runs. */
const ASKED = runsAll ? 'PICTURES=all ' : '';

const REASON_LINES = 8;

const fromRoot = (path: string) => relative(ROOT, path);

/** Quotes a title for a shell. */
const quoted = (text: string) => `"${text.replace(/["\\$`]/g, '\\$&')}"`;

/** What went wrong, in a few lines without colours. */
function reasons(test: TestCase): string[] {
  const errors = test.results.flatMap((result) => result.errors);
  return errors.flatMap(({ message = '', location }) => {
    const [first = '', ...others] = stripVTControlCharacters(message).split('\n').filter(Boolean);
    const place = location ? `${fromRoot(location.file)}:${location.line}` : 'somewhere';
    const more = others.slice(0, REASON_LINES).map((other) => `             ${other.trim()}`);
    return [`  failed at  ${place}: ${first}`, ...more];
  });
}

function paragraph(test: TestCase): string {
  const { file, line } = test.location;
  const attachments = test.results.flatMap((result) => result.attachments);
  const kept = attachments.flatMap(({ name, path }) => (path ? [{ name, path }] : []));
  const lines = [
    `${test.title}`,
    ...reasons(test),
    `  ran in     ${test.parent.project()?.name ?? ''}, ${fromRoot(file)}:${line}`,
    `  again      ${ASKED}scripts/test stories --only ${quoted(test.title)}`,
    ...kept.map(({ name, path }) => `  ${name.padEnd(10)} ${fromRoot(path)}`),
  ];
  const trace = kept.find(({ name }) => name === 'trace');
  if (trace) {
    const path = relative(`${ROOT}/web`, trace.path);
    lines.push(`  look       (cd web && npx playwright show-trace ${path})`);
  }
  return lines.join('\n');
}

export default class HowToRepeat implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(_result: FullResult): void {
    const failed = this.suite?.allTests().filter((test) => test.outcome() === 'unexpected') ?? [];
    if (failed.length === 0) return;
    const pictures = 'The pictures of all screens: web/test-results/screens/index.html';
    const report = [`${failed.length} failed:`, ...failed.map(paragraph), pictures];
    process.stdout.write(`\n${report.join('\n\n')}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
