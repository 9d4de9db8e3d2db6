#!/usr/bin/env node
/**
 * Rolls an installation from one release to the next and back, under load and behind HAProxy, and counts
 * the requests that fail. There must be none, and each baht must be where the answers say it is.
 *
 *   scripts/rolling-upgrade.mjs PREVIOUS [NEXT]
 *
 * Each is a folder as `scripts/release` makes it (bin/gateway, demo.toml), or what git knows the release by,
 * such as v1.1.14, which is built then. The sandbox is that of NEXT. Without NEXT, a release is its own next one, with a migration that only this rehearsal knows: so the
 * mechanism is tried before there is a second release. Two gateways share one database. The order: migrate
 * as NEXT's owner, replace each gateway, go back to PREVIOUS on the new tables, and forward again. Clients
 * send each request once.
 *
 * Needs HAProxy (as root it is installed) and PostgreSQL (scripts/postgres).
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLAYERS = 6;
/** So many requests of each player lie between two replacements. */
const BETWEEN = 25;
/** Seconds that a leaving gateway answers on; HAProxy has seen its readiness long before. */
const DRAIN = 3;

const here = dirname(fileURLToPath(import.meta.url));
const [previous, next = previous] = process.argv.slice(2).map(release);
if (!previous) {
  console.error('usage: scripts/rolling-upgrade.mjs PREVIOUS [NEXT]');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'wallet-upgrade-'));
const children = new Set();
const [publicPort, statsPort, sandboxPort, ...ports] = execFileSync('node', [join(here, 'free-ports.mjs'), '7'], {
  encoding: 'utf8',
})
  .trim()
  .split(/\s+/);
const slots = [
  { port: ports[0], internal: ports[1] },
  { port: ports[2], internal: ports[3] },
];

/** The folder of a release. If git knows the name, it is built in a copy of its commit, by the script there. */
function release(name) {
  if (existsSync(join(name, 'bin/gateway'))) return resolve(name);
  const target = join(here, '../target');
  const git = (...args) => execFileSync('git', args, { cwd: here, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--verify', `${name}^{commit}`);
  const out = join(target, 'releases', commit);
  const built = () => existsSync(out) && readdirSync(out).find((file) => existsSync(join(out, file, 'bin/gateway')));
  if (!built()) {
    const copy = join(target, 'releases', `source-${commit}`);
    if (!existsSync(copy)) git('worktree', 'add', '--detach', copy, commit);
    console.log(`building ${name} ...`);
    execFileSync(join(copy, 'scripts/release'), ['--out', out], { stdio: ['ignore', 'ignore', 'inherit'] });
    git('worktree', 'remove', '--force', copy);
  }
  return join(out, built());
}

function haproxy() {
  const found = () => ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync);
  if (!found() && process.getuid() === 0) {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'haproxy'], { stdio: 'ignore' });
  }
  return found() ?? fail('HAProxy is missing: install it (apt-get install haproxy)');
}

function fail(what) {
  throw new Error(what);
}

function start(name, program, args, env = {}) {
  const log = createWriteStream(join(work, `${name}.log`), { flags: 'a' });
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  child.ended = once(child, 'exit').then(() => children.delete(child));
  children.add(child);
  return child;
}

async function stop(child, signal = 'SIGTERM') {
  child.kill(signal);
  await child.ended;
}

const pause = (ms) => new Promise((then) => setTimeout(then, ms));

/** Asks until there is an answer; two minutes are more than any machine needs. */
async function until(what, ask) {
  let seen;
  for (let tries = 0; tries < 1200; tries += 1) {
    try {
      seen = await ask();
      if (seen) return seen;
    } catch (error) {
      seen = error;
    }
    await pause(100);
  }
  return fail(`${what}: it never comes (${seen})`);
}

// --- the installation -----------------------------------------------------------------------------

const postgres = (...args) => execFileSync(join(here, 'postgres'), args, { encoding: 'utf8' }).trim();
const cluster = join(work, 'postgres');
const ownerUrl = () => postgres('url', cluster, 'wallet');
const applicationUrl = () => ownerUrl().replace('//postgres@', '//wallet_gateway@');

function sql(statement) {
  const client = join(postgres('clients'), 'psql');
  return execFileSync(client, ['--quiet', '--tuples-only', '--no-align', '--command', statement, ownerUrl()], {
    encoding: 'utf8',
  }).trim();
}

function environment(release, slot) {
  return {
    PORT: slot?.port ?? '0',
    INTERNAL_PORT: slot?.internal ?? '0',
    DATA_DIR: join(work, 'data'),
    WALLET_CONFIG: configuration(release),
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    RUST_LOG: 'info',
  };
}

const configuration = (release) => join(work, release === next ? 'next.toml' : 'previous.toml');

/** The release's demonstration, for players who register by the dozen. */
function configure(release) {
  const text = readFileSync(join(release, 'demo.toml'), 'utf8')
    .replace('[otp]\n# Off: registration skips the code.\nis_on = true', '[otp]\nis_on = false')
    .replace(/^links_per_hour_max = .*$/m, 'links_per_hour_max = 100000')
    .replace(/^callback_base = .*$/m, `callback_base = "http://127.0.0.1:${publicPort}"`);
  writeFileSync(configuration(release), text);
}

const gateway = (release) => join(release, 'bin/gateway');

/** Its own next release: a table and a column that the running gateways do not know. */
const DUMMY = 99990101000000;
const dummy = {
  up: `create table of_next_release (a int);
       alter table member add column of_next_release text;
       insert into _sqlx_migrations (version, description, success, checksum, execution_time)
       values (${DUMMY}, 'next', true, '', 0)`,
  down: `drop table of_next_release;
         alter table member drop column of_next_release;
         delete from _sqlx_migrations where version = ${DUMMY}`,
};

async function replace(slot, release) {
  if (slot.child) await stop(slot.child);
  const name = `gateway-${slot.port}`;
  slot.child = start(name, gateway(release), ['serve', '--no-migrate', '--drain', String(DRAIN)], {
    ...environment(release, slot),
    DATABASE_URL: applicationUrl(),
  });
  await until('the gateway is ready', async () => {
    if (slot.child.exitCode !== null) fail(`it ended: see ${work}/${name}.log`);
    const answer = await fetch(`http://127.0.0.1:${slot.internal}/health/ready`);
    await answer.body?.cancel();
    return answer.ok;
  });
  await until('the proxy has seen it', async () => {
    const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`);
    const lines = (await answer.text()).split('\n');
    return lines.some((line) => line.startsWith(`gateways,gateway-${slot.port},`) && line.includes(',UP,'));
  });
}

async function install() {
  mkdirSync(join(work, 'data'));
  start('postgres', join(here, 'postgres'), ['serve', cluster]);
  await until('PostgreSQL', () => postgres('wait', cluster) === '');
  for (const release of [previous, next]) configure(release);
  execFileSync(gateway(previous), ['migrate'], { env: { ...process.env, DATABASE_URL: ownerUrl() }, stdio: 'ignore' });
  sql('create role wallet_gateway login in role wallet_app');
  start('sandbox', join(next, 'bin/sandbox'), [], { SANDBOX_PORT: sandboxPort, SANDBOX_DATA_DIR: join(work, 'sandbox') });
  await until('the sandbox', async () => (await fetch(`http://127.0.0.1:${sandboxPort}/health`)).ok);
  const servers = slots.map(({ port, internal }) => `  server gateway-${port} 127.0.0.1:${port} check port ${internal}`);
  writeFileSync(
    join(work, 'haproxy.cfg'),
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 10s
frontend portal
  bind 127.0.0.1:${publicPort}
  default_backend gateways
backend gateways
  option httpchk GET /health/ready
  default-server inter 200ms fall 1 rise 1
${servers.join('\n')}
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`,
  );
  start('haproxy', haproxy(), ['-db', '-f', join(work, 'haproxy.cfg')]);
  for (const slot of slots) await replace(slot, previous);
}

// --- the load -------------------------------------------------------------------------------------

const failures = [];
let requests = 0;
let longest = 0;
let isOver = false;

/** One request, sent once; what is not answered with success is a failure. */
async function call(method, path, { token, body } = {}) {
  const since = performance.now();
  requests += 1;
  try {
    const answer = await fetch(`http://127.0.0.1:${publicPort}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'wallet-web',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    longest = Math.max(longest, performance.now() - since);
    if (answer.ok) return text ? JSON.parse(text) : {};
    failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  } catch (error) {
    failures.push(`${method} ${path}: ${error.cause ?? error}`);
  }
  return undefined;
}

async function gift(player, baht) {
  const made = await fetch(`http://127.0.0.1:${sandboxPort}/truemoney/vouchers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: `${baht}.00` }),
  });
  const { link } = await made.json();
  if (await call('POST', '/wallet/truelink', { token: player.token, body: { link } })) player.given += baht;
}

async function register(number) {
  const username = `08${String(number).padStart(8, '0')}`;
  const password = 'Rolling-1234';
  const draft = {
    name: 'Player',
    username,
    password,
    sourceCode: 'FRIEND',
    bankCode: 'KBANK',
    bankAccountName: 'สมชาย ใจดี',
    bankAccountNo: `12${String(number).padStart(8, '0')}`,
  };
  await call('POST', '/account', { body: draft });
  const { token } = await call('POST', '/login', { body: { username, password } });
  const player = { token, given: 0, moved: 0, calls: 0 };
  await gift(player, 1000);
  await call('POST', '/wallet/activate/pg', { token, body: {} });
  return player;
}

async function play(player) {
  while (!isOver) {
    player.calls += 1;
    if (player.calls % 10 === 0) await gift(player, 10);
    else if (player.calls % 3 === 0) await call('GET', '/wallet', { token: player.token });
    else {
      const body = { from: 'WALLET', to: 'pg', amount: '1' };
      if (await call('POST', '/wallet/transfer', { token: player.token, body })) player.moved += 1;
    }
  }
}

async function main() {
  await install();
  const players = [];
  for (let number = 1; number <= PLAYERS; number += 1) players.push(await register(number));
  const working = players.map(play);
  const everybodyGoesAhead = async () => {
    const from = players.map(({ calls }) => calls);
    await until('every player goes ahead', () => players.every(({ calls }, it) => calls >= from[it] + BETWEEN));
  };
  const say = (what) => console.log(`${what}: ${requests} requests, ${failures.length} failed, longest ${Math.round(longest)} ms`);
  await everybodyGoesAhead();
  say('the previous release');
  execFileSync(gateway(next), ['migrate'], { env: { ...process.env, DATABASE_URL: ownerUrl() }, stdio: 'ignore' });
  if (next === previous) sql(dummy.up);
  await everybodyGoesAhead();
  say('the same on the next tables');
  for (const [what, release] of [
    ['the next release', next],
    ['back to the previous one', previous],
    ['the next release again', next],
  ]) {
    for (const slot of slots) {
      await replace(slot, release);
      await everybodyGoesAhead();
    }
    say(what);
  }
  isOver = true;
  await Promise.all(working);

  const given = players.reduce((sum, it) => sum + it.given, 0);
  const moved = players.reduce((sum, it) => sum + it.moved, 0);
  const totals = await (await fetch(`http://127.0.0.1:${sandboxPort}/__sandbox/totals`)).json();
  const inGames = Number(totals.games.pg.balance);
  const events = Number(sql('select position from log_head'));
  console.log(`${events} events; ${given} baht given, ${moved} moved into the game, which has ${inGames}`);
  if (failures.length === 0 && inGames !== moved) failures.push(`the game has ${inGames} and not ${moved}`);
  // `verify` names every table that its own release does not make.
  if (next === previous) sql(dummy.down);
  const verified = spawnSync(gateway(next), ['verify'], {
    env: { ...process.env, ...environment(next), DATABASE_URL: ownerUrl() },
    encoding: 'utf8',
  });
  if (verified.status !== 0) failures.push(verified.stdout + verified.stderr);
  console.log(verified.stdout.trim().split('\n').at(-1));
}

let status = 1;
try {
  await main();
  for (const failure of failures.slice(0, 20)) console.error(failure);
  status = failures.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`rolling-upgrade: ${error.stdout ?? ''}${error.stack}`);
  console.error(`the logs are in ${work}`);
}
isOver = true;
for (const child of children) child.kill(child.spawnfile.endsWith('postgres') ? 'SIGINT' : 'SIGTERM');
await Promise.all([...children].map((child) => child.ended));
if (status === 0) rmSync(work, { recursive: true });
process.exit(status);
