/** What the alerts and the dashboard ask Prometheus for, and what a gateway gives. */
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const FOLDER = 'gateway/deploy/watch';
const PAPER = '.github/metrics.md';
/** What Prometheus itself notes of each scrape. */
const OF_PROMETHEUS = [
  { name: 'up', kind: 'gauge', labels: [] },
  { name: 'scrape_duration_seconds', kind: 'gauge', labels: [] },
];
/** What Prometheus adds to every series. */
const TARGET_LABELS = ['job', 'instance'];

/** The alerts, each with its name, expression, labels and annotations. */
export function alerts() {
  const { groups } = parse(readFileSync(`${FOLDER}/alerts.yml`, 'utf8'));
  return groups.flatMap(({ rules }) => rules);
}

/** The tests of the alerts. */
export function alertTests() {
  return parse(readFileSync(`${FOLDER}/alerts_test.yml`, 'utf8')).tests;
}

export function dashboard() {
  return JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8'));
}

/** The dashboard's panels without the rows' headings, those of closed rows included. */
export function panels({ panels }) {
  return panels.flatMap((panel) => (panel.type === 'row' ? (panel.panels ?? []) : [panel]));
}

/** Every expression with the place where it is written, as Prometheus gets it. */
export function expressions() {
  const ofAlerts = alerts().map(({ alert, expr }) => ({ where: `alert ${alert}`, expr }));
  const board = dashboard();
  const ofPanels = panels(board).flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `panel "${title}"`, expr: filled(expr) })),
  );
  const ofVariables = board.templating.list
    .filter(({ type }) => type === 'query')
    .map(({ name, query }) => ({ where: `variable ${name}`, expr: ofVariable(query.query) }));
  return [...ofAlerts, ...ofPanels, ...ofVariables];
}

/** Grafana's variables, as it fills them in when all gateways are chosen. */
const FILLED = { $__rate_interval: '1m', $__range: '1h', $instance: '.+' };

function filled(expr) {
  return expr.replace(/\$\w+|\$\{[^}]*\}?/g, (variable) => {
    if (variable in FILLED) return FILLED[variable];
    throw new Error(`${variable} in ${expr}: what does Grafana fill in?`);
  });
}

function ofVariable(question) {
  const [, selector] = /^label_values\((.+), \w+\)$/.exec(question) ?? [];
  if (selector) return filled(selector);
  throw new Error(`${question}: a variable's question is label_values(selector, label)`);
}

/**
 * The selectors of an expression, by Prometheus's own grammar: name, text, labels; and the labels
 * that it groups by.
 */
export function selectorsOf(expr) {
  const selectors = [];
  const grouping = new Set();
  const text = ({ from, to }) => expr.slice(from, to);
  parser.parse(expr).iterate({
    enter(node) {
      // The grammar's parser repairs what it does not understand; here, that is a mistake.
      if (node.type.isError) throw new Error(`no PromQL at character ${node.from}: ${expr}`);
      if (node.name === 'VectorSelector') selectors.push(selector(node.node, text));
      if (node.name === 'GroupingLabels') {
        for (const label of node.node.getChildren('LabelName')) grouping.add(text(label));
      }
    },
  });
  return { selectors, grouping: [...grouping] };
}

function selector(node, text) {
  const name = node.getChild('Identifier');
  if (!name) throw new Error(`a selector without a name: ${text(node)}`);
  const all = node.getChild('LabelMatchers');
  const matchers = all?.getChildren('UnquotedLabelMatcher') ?? [];
  const labels = matchers.map((matcher) => text(matcher.getChild('LabelName')));
  // Others are quoted labels, which we have none of.
  const others = [];
  for (let child = all?.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'UnquotedLabelMatcher') others.push(text(child));
  }
  if (others.length > 0) throw new Error(`a matcher of an unknown form: ${others.join(' ')}`);
  return { name: text(name), text: text(node), labels, matchers: matchers.map(text) };
}

/** The figures of the paper: name, kind, labels. */
export function figures() {
  const lines = readFileSync(PAPER, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [, name, , kind, rest] = /^\| `(\w+)` \| ([^|]+) \| (\w+)([^|]*) \|$/.exec(row) ?? [];
    if (!['counter', 'gauge', 'histogram'].includes(kind)) {
      throw new Error(`${PAPER}: a row that is none of ours: ${row}`);
    }
    return { name, kind, labels: [...rest.matchAll(/`(\w+)`/g)].map(([, label]) => label) };
  });
}

/** Every series of some figures by its name in Prometheus, with the labels that it may have. */
export function seriesOf(all) {
  const series = new Map();
  for (const { name, kind, labels } of [...all, ...OF_PROMETHEUS]) {
    const known = [...labels, ...TARGET_LABELS];
    if (kind === 'histogram') {
      series.set(`${name}_bucket`, [...known, 'le']);
      for (const end of ['sum', 'count']) series.set(`${name}_${end}`, known);
    } else {
      series.set(name, known);
    }
  }
  return series;
}
