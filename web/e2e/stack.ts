/**
 * The copies of the product that the stories run on. Each worker has a separate copy, so a story
 * never sees what a parallel story does to staff, to their work lists or to the world outside.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Ports {
  port: string;
  internal: string;
  sandbox: string;
}

const PORTS_EACH = 3;
const WORKERS_MIN = 2;
const WORKERS_MAX = 4;

const { env } = process;
const cores = Math.min(Math.max(availableParallelism(), WORKERS_MIN), WORKERS_MAX);

/** As many as there are cores; WORKERS says otherwise. */
export const WORKERS = Number(env.WORKERS ?? cores);

function choosePorts(count: number): string {
  const script = fileURLToPath(new URL('../../scripts/free-ports.mjs', import.meta.url));
  return execFileSync(process.execPath, [script, String(count)], { encoding: 'utf8' }).trim();
}

// The first process chooses the ports; the workers inherit them in the environment.
env.STORY_PORTS ??= choosePorts((WORKERS + 1) * PORTS_EACH);
const chosen = env.STORY_PORTS.split(' ');

function portsOf(stack: number): Ports {
  const [port, internal, sandbox] = chosen.slice(stack * PORTS_EACH, (stack + 1) * PORTS_EACH);
  if (!port || !internal || !sandbox) {
    throw new Error(`there is no stack for worker ${stack}: say how many by WORKERS`);
  }
  return { port, internal, sandbox };
}

/** A Lao installation has different rules and another currency, so it is an additional stack. */
export const laoPorts = portsOf(WORKERS);

export const workerPorts = Array.from({ length: WORKERS }, (_, worker) => portsOf(worker));

/** Where a worker's portal is. */
export const portalOf = (worker: number): string => `http://127.0.0.1:${portsOf(worker).port}`;

/** The world outside of this worker's stack. */
export const sandboxUrl = (): string =>
  `http://127.0.0.1:${portsOf(Number(env.TEST_PARALLEL_INDEX ?? 0)).sandbox}`;

export const laoSandboxUrl = `http://127.0.0.1:${laoPorts.sandbox}`;
