/**
 * Checks the alerts, their tests and the dashboard without a Prometheus (see scripts/watch-check).
 *
 *   check.mjs [FILE]   FILE is what a gateway's /metrics gave
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as asked from './expressions.mjs';

/** A gateway gives these only after something that need not have happened. */
const LATER = ['wallet_backup_age_seconds', 'wallet_replica_usable', 'wallet_replica_lag'];

const problems = [];
const figures = asked.figures();
const series = asked.seriesOf(figures);
const labels = new Set([...series.values()].flat());
const expressions = asked.expressions();

for (const { where, expr } of expressions) checkNames(where, expr);
for (const alert of asked.alerts()) checkAlert(alert);
checkDashboard(asked.dashboard());
checkSyntax();
checkPool();
if (process.argv[2]) checkGiven(readFileSync(process.argv[2], 'utf8'));

for (const problem of problems) console.error(problem);
console.log(
  `watch: ${asked.alerts().length} alerts, ${asked.panels(asked.dashboard()).length} panels, ` +
    `${expressions.length} expressions, ${figures.length} figures; ${problems.length} problems`,
);
if (expressions.length === 0 || figures.length === 0) throw new Error('nothing was read');
process.exitCode = problems.length > 0 ? 1 : 0;

function checkNames(where, expr) {
  const { selectors, grouping } = asked.selectorsOf(expr);
  if (selectors.length === 0) problems.push(`${where} asks for no series: ${expr}`);
  for (const { name, text, labels: used } of selectors) {
    const known = series.get(name);
    if (!known) problems.push(`${where}: .github/metrics.md lists no ${name}`);
    for (const label of used) {
      if (known && !known.includes(label)) problems.push(`${where}: ${text}: no label ${label}`);
    }
  }
  for (const label of grouping) {
    if (!labels.has(label)) problems.push(`${where} groups by ${label}, a label of no series`);
  }
}

function checkAlert({ alert, labels: { severity } = {}, annotations = {} }) {
  const where = `alert ${alert}`;
  if (!['page', 'ticket'].includes(severity)) problems.push(`${where}: severity is page or ticket`);
  if (!annotations.summary) problems.push(`${where} has no summary`);
  const pattern = /\.github\/(\w+\.md), section "([^"]+)"/g;
  const named = [...(annotations.description ?? '').matchAll(pattern)];
  if (named.length === 0) problems.push(`${where}: its description names no section of a paper`);
  for (const [, paper, section] of named) {
    const headings = readFileSync(`.github/${paper}`, 'utf8').split('\n');
    if (!headings.includes(`## ${section}`)) problems.push(`${where}: ${paper} has no ${section}`);
  }
  const fires = ({ alertname, exp_alerts = [] }) => alertname === alert && exp_alerts.length > 0;
  const shows = ({ exp_samples = [] }) =>
    exp_samples.some(
      ({ labels: shown }) =>
        shown.includes(`alertname="${alert}"`) && shown.includes('alertstate="firing"'),
    );
  const isTested = ({ alert_rule_test = [], promql_expr_test = [] }) =>
    alert_rule_test.some(fires) || promql_expr_test.some(shows);
  if (!asked.alertTests().some(isTested)) problems.push(`${where} fires in no test`);
}

function checkDashboard(board) {
  for (const key of ['title', 'uid', 'schemaVersion']) {
    if (!board[key]) problems.push(`the dashboard has no ${key}`);
  }
  const variables = board.templating.list.map(({ name, type }) => `${name}:${type}`);
  for (const wanted of ['datasource:datasource', 'instance:query']) {
    if (!variables.includes(wanted)) problems.push(`the dashboard has no variable ${wanted}`);
  }
  const all = [...board.panels, ...board.panels.flatMap((panel) => panel.panels ?? [])];
  const ids = new Set(all.map(({ id }) => id));
  if (ids.size !== all.length) problems.push('two panels of the dashboard have the same id');
  for (const panel of asked.panels(board)) checkPanel(panel);
}

function checkPanel({ title, description, datasource, fieldConfig, targets = [] }) {
  const where = `panel "${title}"`;
  if (!title) problems.push('a panel has no title');
  if (!description) problems.push(`${where} has no description`);
  if (!fieldConfig?.defaults?.unit) problems.push(`${where} has no unit`);
  if (targets.length === 0) problems.push(`${where} has no query`);
  for (const { expr, legendFormat, datasource: source } of targets) {
    if (!expr) problems.push(`${where} has an empty query`);
    if (!legendFormat) problems.push(`${where} has a query without a legend`);
    if (source?.uid !== '${datasource}') problems.push(`${where} has a query of a fixed source`);
  }
  if (datasource?.uid !== '${datasource}') problems.push(`${where} has a fixed data source`);
}

/** promtool reads the dashboard's expressions as well, as rules. */
function checkSyntax() {
  const rules = expressions.map(({ expr }, at) => ({ record: `asked:${at}`, expr }));
  const folder = mkdtempSync(join(tmpdir(), 'watch-check-'));
  try {
    const file = join(folder, 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'asked', rules }] }));
    execFileSync(process.env.PROMTOOL, ['check', 'rules', file], { stdio: 'pipe' });
  } catch (error) {
    problems.push(`promtool refuses an expression: ${error.stderr ?? error}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The alert about the pool names its size, which the code decides. */
function checkPool() {
  const code = readFileSync('gateway/platform/src/config/paces.rs', 'utf8');
  const [, size] = /CONNECTIONS_MAX: u32 = (\d+);/.exec(code) ?? [];
  const { expr } = asked.alerts().find(({ alert }) => alert === 'WalletConnectionsExhausted');
  if (!size || !expr.includes(`>= ${size}`)) {
    problems.push(`WalletConnectionsExhausted does not ask for ${size} connections`);
  }
}

/** The paper lists what a gateway gives, and nothing else. */
function checkGiven(text) {
  const given = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, ...it]) => it));
  if (given.size === 0) problems.push('FILE has no figure');
  for (const { name, kind } of figures) {
    const family = kind === 'counter' ? name.replace(/_total$/, '') : name;
    const is = given.get(family);
    given.delete(family);
    if (!is && !LATER.includes(name)) problems.push(`the gateway gives no ${name}`);
    if (is && is !== kind) problems.push(`${name} is a ${is}, and no ${kind}`);
  }
  for (const name of given.keys()) problems.push(`.github/metrics.md does not list ${name}`);
}
