/**
 * Asks a Prometheus for every series that the alerts and the dashboard select.
 *
 *   ask.mjs URL
 */
import * as asked from './expressions.mjs';

/**
 * What need not be there after a story that goes well: a whole series, or one that a matcher selects
 * by a trouble. An entry that nothing needs any more is a mistake.
 */
const EXCUSED = [
  { series: 'wallet_backup_age_seconds', why: 'the story makes no backup' },
  { series: 'wallet_archive_lag_bytes', why: 'the story has no archive' },
  { series: 'wallet_replica_usable', why: 'the story has no replica' },
  { series: 'wallet_replica_lag', why: 'the story has no replica' },
  { series: 'wallet_replica_reads_total', why: 'the story has no replica' },
  { matcher: 'status=~"5.."', why: 'no request of the story fails' },
  { matcher: 'outcome!="answered"', why: 'everybody outside answers' },
];

const base = process.argv[2].replace(/\/$/, '');
const problems = [];
const needed = new Set();

/** An answer of Prometheus's API. */
async function ask(path, query = {}) {
  const url = `${base}/api/v1/${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url).catch((error) => {
    throw new Error(`${base} does not answer: ${error.cause?.message ?? error.message}`);
  });
  const answer = await response.json();
  if (answer.status !== 'success') throw new Error(`${answer.error}: ${JSON.stringify(query)}`);
  return answer.data;
}

const exists = async (selector) => (await ask('series', { 'match[]': selector })).length > 0;

/** Whether a selector may find nothing. */
async function isExcused({ name, text, matchers }) {
  const excuse = EXCUSED.find((it) => it.series === name || matchers.includes(it.matcher));
  if (!excuse) return false;
  needed.add(excuse);
  if (excuse.series) return true;
  // The label at least is there, with another value.
  const [label] = /^\w+/.exec(excuse.matcher);
  return exists(text.replace(excuse.matcher, `${label}!=""`));
}

async function checkSelectors(expressions) {
  const places = new Map();
  for (const { where, expr } of expressions) {
    for (const selector of asked.selectorsOf(expr).selectors) {
      const known = places.get(selector.text) ?? { selector, where: new Set() };
      places.set(selector.text, known);
      known.where.add(where);
    }
  }
  for (const [text, { selector, where }] of places) {
    if ((await exists(text)) || (await isExcused(selector))) continue;
    problems.push(`nothing is ${text} (${[...where].join(', ')})`);
  }
  return places.size;
}

async function checkExpressions(expressions) {
  for (const { where, expr } of expressions) {
    await ask('query', { query: expr }).catch(({ message }) => problems.push(`${where}: ${message}`));
  }
}

async function checkRules() {
  const { groups } = await ask('rules');
  const rules = new Map(groups.flatMap((group) => group.rules).map((rule) => [rule.name, rule]));
  for (const { alert } of asked.alerts()) {
    const { health = 'not loaded', lastError = '' } = rules.get(alert) ?? {};
    if (health !== 'ok') problems.push(`alert ${alert} is ${health} ${lastError}`.trim());
  }
}

/** The paper lists what the gateways give, and nothing else. */
async function checkPaper() {
  const listed = asked.seriesOf(asked.figures());
  // Prometheus itself notes each scrape and each alert.
  const isOurs = (name) => !/^(up|scrape_.*|ALERTS.*)$/.test(name);
  const given = await ask('label/__name__/values', { 'match[]': '{job="wallet"}' });
  for (const name of given.filter((it) => isOurs(it) && !listed.has(it))) {
    problems.push(`.github/metrics.md does not list ${name}`);
  }
  for (const name of listed.keys()) {
    if (given.includes(name)) continue;
    const excuse = EXCUSED.find(({ series }) => series === name);
    if (excuse) needed.add(excuse);
    else problems.push(`no gateway gives ${name}`);
  }
}

const expressions = asked.expressions();
const count = await checkSelectors(expressions);
await checkExpressions(expressions);
await checkRules();
await checkPaper();
for (const excuse of EXCUSED.filter((it) => !needed.has(it))) {
  problems.push(`scripts/watch/ask.mjs excuses ${excuse.series ?? excuse.matcher} in vain`);
}
for (const problem of problems) console.error(problem);
if (count === 0) throw new Error('nothing was asked for');
console.log(
  `watch: ${expressions.length} expressions, ${count} selectors, ${needed.size} excuses; ` +
    `${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
