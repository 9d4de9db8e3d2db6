#!/usr/bin/env node
/**
 * Simulates one day of the wallet on N database clusters: how many events and bytes it makes, when its peak is,
 * how long commands wait there, and how long a rebuild and a verification take (decision 0008).
 *
 *   scripts/capacity.mjs                        1 M members, 10 M members, and 10⁹ events a day
 *   scripts/capacity.mjs --members N            one day of N members
 *     --events-per-day N                        scales the members' activity to N events
 *     --clusters N                              instead of as many as the peak needs
 *     --shards N                                logical shards, 256 without it
 *     --seed N                                  another day; the same seed gives the same table
 * What is measured and what is assumed is written at each constant.
 */
import { parseArgs } from 'node:util';

// Measured on 2 processors. "append" and "reads" are the tables of .github/benchmarks.md.
/** append, "event + key + claim, 2 writers": [commands/s = ratio × plain SQL, events in a commit]. */
const COMMITS = [[0.89 * 7697, 6.2], [2.16 * 8385, 23.5], [3.69 * 6519, 82.7]];
/** The same row at 64 clients: what a cluster is counted as able to commit. */
const APPEND_RATE = 2.16 * 8385;
/** reads, "events, by all views". */
const VIEW_RATE = 30_000;
/** reads, "opening, nothing in memory": 200,001 events in 0.80 s. It checks chains; a verification also computes leaves. */
const CHECK_RATE = 200_001 / 0.8;
/** reads, "wallet": answers of a gateway and its database together. */
const READ_RATE = 2588;
/**
 * Bytes on the disk with indexes, and of the write-ahead log, of PostgreSQL 15: 288,000 events of transfers by
 * `journal_append` in batches of 48 over 20,000 wallets; 96,000 statement lines, each written and ended once.
 */
const BYTES = { event: 732, key: 234, claim: 211, wallet: 268, line: 752, leaf: 33 };
const WAL = { event: 1372, line: 1547 };
/** Bytes of a receipt without its path, and of a hash in it, as JSON: the deposit of .github/proofs.md, section 9. */
const RECEIPT = { body: 1008, hash: 67 };

// Assumed.
/** Share of the members that use the wallet on a day. */
const ACTIVE = 0.2;
/**
 * Uses of an active member on a day: Pareto, because few players make most of the traffic. 1.16 gives the known
 * 80 to 20 when it is not cut off; a person has a day of at most 1,000 uses.
 */
const PARETO = { shape: 1.16, least: 2, most: 1000 };
/** Traffic of each hour in Vientiane and Bangkok (UTC+7), from midnight: a peak between 20 and 22. */
const HOURS = [
  0.9, 0.6, 0.4, 0.25, 0.2, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9, 0.85, 0.85, 0.9, 1, 1.3, 1.7, 2.1, 2.2, 1.9, 1.4,
];
/** A promotion that opens at 20:30 multiplies the traffic for five minutes. */
const PROMOTION = { from: 20.5 * 3600, seconds: 300, factor: 1.5 };
/**
 * Uses by frequency; gifts, sweeps and coins are left out. Events and claims are those of ledger/src/wallet/fact.rs and
 * reward/event.rs when nothing fails; each event is a command; one in each use carries the client's key.
 */
const USES = [
  { name: 'transfer', share: 0.55, events: 3, claims: 1, lines: 1 },
  { name: 'balance read', share: 0.15, events: 1, claims: 0, lines: 0 },
  { name: 'spin', share: 0.12, events: 1, claims: 1, lines: 0 },
  { name: 'slip', share: 0.06, events: 2, claims: 3, lines: 1 },
  { name: 'QR', share: 0.05, events: 2, claims: 1, lines: 1 },
  { name: 'withdrawal', share: 0.05, events: 3, claims: 1, lines: 1 },
  { name: 'grant', share: 0.02, events: 2, claims: 1, lines: 2 },
];
/** A commit waits for one standby: the way there and back, and its flush. */
const STANDBY_SECONDS = 0.001;
/** After a use the portal reads the wallet and a page of the statement. */
const READS = 2;
/** How full a cluster may be at the peak. */
const FULL = 0.6;
/** What a cluster may hold, so that a lost machine is copied again within a day at 200 MB/s. */
const DISK = 16e12;
/** Each second with an event of a shard writes the last tile of its tree: 8,192 bytes when full, half of it on average. */
const SEAL_WAL = 4096;
const [DAY, YEAR] = [86_400, 365];
/** mulberry32: small, seeded, the same everywhere. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function poisson(mean, random) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  let count = 0;
  for (let product = random(); product > Math.exp(-mean); product *= random()) count += 1;
  return count;
}
const perUse = (what) => USES.reduce((sum, use) => sum + use.share * use[what], 0);
/** A commit takes `fixed` seconds and `each` for every event: a line through COMMITS, with two writers. */
const COMMIT = (() => {
  const points = COMMITS.map(([rate, events]) => ({ events, seconds: (2 * events) / rate }));
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((p) => p.events), mean((p) => p.seconds)];
  const each = mean((p) => (p.events - x) * (p.seconds - y)) / mean((p) => (p.events - x) ** 2);
  return { fixed: y - each * x, each };
})();
/** Events a second that a cluster appends while its views follow, as they share its processors. */
const CAPACITY = 1 / (1 / APPEND_RATE + 1 / VIEW_RATE);

/** Each second's share of the day's traffic. */
const CURVE = (() => {
  const curve = Float64Array.from({ length: DAY }, (_, second) => {
    const hour = second / 3600 - 0.5;
    const before = Math.floor(hour);
    const [from, to] = [HOURS[(before + 24) % 24], HOURS[(before + 1) % 24]];
    const isPromoted = second >= PROMOTION.from && second < PROMOTION.from + PROMOTION.seconds;
    return (from + (to - from) * (hour - before)) * (isPromoted ? PROMOTION.factor : 1);
  });
  const sum = curve.reduce((total, share) => total + share);
  return curve.map((share) => share / sum);
})();
const PEAK_SHARE = CURVE.reduce((most, share) => Math.max(most, share), 0);

/** What each logical shard's wallets use on a day. The mix is in place of SHA-256: equally even, and quick. */
function membersDay(members, shards, random) {
  const uses = new Float64Array(shards);
  const cut = 1 - (PARETO.least / PARETO.most) ** PARETO.shape;
  const active = [];
  for (let member = 0; member < members; member += 1) {
    if (random() >= ACTIVE) continue;
    const count = PARETO.least / (1 - random() * cut) ** (1 / PARETO.shape);
    let mixed = Math.imul(member ^ (member >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    uses[((mixed ^ (mixed >>> 16)) >>> 0) % shards] += count;
    active.push(count);
  }
  const sum = (counts) => counts.reduce((total, count) => total + count, 0);
  const total = sum(uses) || 1;
  active.sort((one, other) => other - one);
  const topTenth = sum(active.slice(0, Math.ceil(active.length / 10))) / total;
  return { total, shares: uses.map((count) => count / total), topTenth };
}

/** The busiest cluster's share, where each has a range of the shards. */
function busiestShare(shares, clusters) {
  const sums = new Float64Array(clusters);
  shares.forEach((share, shard) => (sums[Math.floor((shard * clusters) / shares.length)] += share));
  return Math.max(...sums);
}

/** The day second by second: how much of it does not fit into its own second, and the busiest second. */
function secondBySecond(events, share, random) {
  let [waiting, mostWaiting, peak] = [0, 0, 0];
  for (const part of CURVE) {
    const arrived = poisson(events * share * part, random);
    peak = Math.max(peak, arrived);
    waiting = Math.max(0, waiting + arrived - CAPACITY);
    mostWaiting = Math.max(mostWaiting, waiting);
  }
  return { peak, mostWaiting };
}

/** A minute of the peak: two writers take what waits, slowed by the views. No checkpoint or vacuum makes them wait. */
function waitsAtPeak(rate, random) {
  const slower = 1 / Math.max(0.05, 1 - rate / VIEW_RATE);
  const waits = [];
  for (let writer = 0; writer < 2; writer += 1) {
    let [next, free] = [0, 0];
    const arrive = () => (next -= Math.log(1 - random()) / (rate / 2));
    arrive();
    while (next < 60) {
      const start = Math.max(free, next);
      const queue = [];
      for (; next <= start; arrive()) queue.push(next);
      free = start + (COMMIT.fixed + COMMIT.each * queue.length) * slower + STANDBY_SECONDS;
      for (const since of queue) waits.push(free - since);
    }
  }
  waits.sort((one, other) => one - other);
  return [0.5, 0.99].map((part) => ms(waits[Math.floor(waits.length * part)]));
}

function simulate({ members, eventsPerDay, clusters: wanted, shards, seed }) {
  const random = randomFrom(seed);
  const day = membersDay(members, shards, random);
  const uses = eventsPerDay ? eventsPerDay / perUse('events') : day.total;
  const events = uses * perUse('events');
  const busiest = (count) => busiestShare(day.shares, count);
  const fewest = (total, each) => {
    for (let count = 1; count < shards; count += 1) if (total * busiest(count) <= each) return count;
    return shards;
  };
  const clusters = wanted ?? fewest(events * PEAK_SHARE, FULL * CAPACITY);
  const share = busiest(clusters);
  const { peak, mostWaiting } = secondBySecond(events, share, random);
  const [claims, lines, reads] = [uses * perUse('claims'), uses * perUse('lines'), uses * PEAK_SHARE * READS];
  const disk = events * (BYTES.event + BYTES.leaf) + uses * BYTES.key + claims * BYTES.claim + lines * BYTES.line;
  const seals = (ofShard) => CURVE.reduce((sum, part) => sum + 1 - Math.exp(-events * ofShard * part), 0);
  const sealWal = day.shares.reduce((sum, ofShard) => sum + seals(ofShard), 0) * SEAL_WAL;
  const high = (leaves) => Math.ceil(Math.log2(Math.max(2, leaves)));
  const ofLogs = high(events * YEAR * Math.max(...day.shares)) + high(shards) + high(DAY * YEAR);
  const receipt = (hashes) => `${amount(RECEIPT.body + RECEIPT.hash * hashes, 'B')} (${hashes} hashes)`;
  return [
    ['members', amount(members)],
    ['uses a day; of the busiest tenth of players', `${amount(uses)}; ${percent(day.topTenth)}`],
    ['events a day', amount(events)],
    ['events/s: mean, peak', `${amount(events / DAY)}, ${amount(events * PEAK_SHARE)}`],
    ['clusters', wanted ? `${clusters} (as asked)` : `${clusters}`],
    ['busiest shard, compared with the mean', (Math.max(...day.shares) * shards).toFixed(2)],
    ['busiest cluster, compared with the mean', (share * clusters).toFixed(2)],
    ['busiest cluster: events in its busiest second', amount(peak)],
    ['  full at the peak', percent((events * share * PEAK_SHARE) / CAPACITY)],
    ['  most events left to later seconds', amount(mostWaiting)],
    ['  ms until the answer at the peak: half, 99 of 100', waitsAtPeak(events * share * PEAK_SHARE, random).join(', ')],
    ['claims/s at the peak; clusters for them', `${amount(claims * PEAK_SHARE)}; ${Math.ceil((claims * PEAK_SHARE) / (FULL * APPEND_RATE))}`],
    ['reads/s at the peak; machines for them, gateways too', `${amount(reads)}; ${Math.ceil(reads / (FULL * READ_RATE))}`],
    ['bytes a day: tables, WAL', `${amount(disk, 'B')}, ${amount(events * WAL.event + lines * WAL.line + sealWal, 'B')}`],
    ['  of the WAL: tiles of the proof logs', `${amount(sealWal, 'B')}`],
    ['bytes a year: tables; of the busiest cluster', `${amount(disk * YEAR + members * BYTES.wallet, 'B')}; ${amount(disk * YEAR * share, 'B')}`],
    [`clusters for a year's bytes`, `${fewest(disk * YEAR, DISK)}`],
    ['all views again, clusters in parallel: a day, a year', `${time((events * share) / VIEW_RATE)}, ${time((events * share * YEAR) / VIEW_RATE)}`],
    ['all chains checked, in parallel: a day, a year', `${time((events * share) / CHECK_RATE)}, ${time((events * share * YEAR) / CHECK_RATE)}`],
    ['receipt after a year: one log; log of logs', `${receipt(high(events * YEAR))}; ${receipt(ofLogs)}`],
  ];
}

/** The number with three digits, and with its unit where it has one. */
function amount(number, unit = '') {
  const power = Math.max(0, Math.min(4, Math.floor(Math.log10(number) / 3)));
  const digits = power === 0 ? Math.round(number) : (number / 1000 ** power).toPrecision(3);
  return `${digits} ${['', 'k', 'M', 'G', 'T'][power]}${unit}`.trim();
}
const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const ms = (seconds) => (seconds * 1000).toFixed(1);
function time(seconds) {
  const [size, unit] = [[DAY, 'days'], [3600, 'h'], [60, 'min'], [1, 's']].find(([least]) => seconds >= least) ?? [1, 's'];
  return `${(seconds / size).toFixed(1)} ${unit}`;
}

const names = ['members', 'events-per-day', 'clusters', 'shards', 'seed'];
const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) });
const [members, eventsPerDay, clusters, shards = 256, seed = 1] = names.map((name) => {
  if (values[name] === undefined) return undefined;
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`capacity: --${name} is a whole number above zero`);
  process.exit(1);
});
let days = [{ members: 1e6 }, { members: 1e7 }, { members: 1e7, eventsPerDay: 1e9 }];
if (members || eventsPerDay) days = [{ members: members ?? 1e7, eventsPerDay }];
console.log(`A cluster appends ${amount(CAPACITY)} events/s while its views follow; a commit takes ${ms(COMMIT.fixed)} ms`);
console.log(`and ${(COMMIT.each * 1e6).toFixed(0)} µs an event. ${shards} logical shards.\n`);
const columns = days.map((each) => simulate({ clusters, shards, seed, ...each }));
const rows = columns[0].map(([name], row) => [name, ...columns.map((column) => column[row][1])]);
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join(' | ').trimEnd());
