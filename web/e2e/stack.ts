/**
 * The copies of the product that the stories run on. Each worker has one of its own: what one story
 * does to staff, to their lists of work and to the world outside, no story beside it meets.
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

// The first process chooses, and those of the workers are told by their surroundings.
env.STORY_PORTS ??= choosePorts((WORKERS + 1) * PORTS_EACH);
const chosen = env.STORY_PORTS.split(' ');

function portsOf(stack: number): Ports {
  const [port, internal, sandbox] = chosen.slice(stack * PORTS_EACH, (stack + 1) * PORTS_EACH);
  if (!port || !internal || !sandbox) {
    throw new Error(`there is no stack for worker ${stack}: say how many by WORKERS`);
  }
  return { port, internal, sandbox };
}

/** A Lao installation has rules and money of its own, so it is a stack beside the others. */
export const laoPorts = portsOf(WORKERS);

export const workerPorts = Array.from({ length: WORKERS }, (_, worker) => portsOf(worker));

/** Where a worker's portal is. */
export const portalOf = (worker: number): string => `http://127.0.0.1:${portsOf(worker).port}`;

/** The world outside of this worker's stack. */
export const sandboxUrl = (): string =>
  `http://127.0.0.1:${portsOf(Number(env.TEST_PARALLEL_INDEX ?? 0)).sandbox}`;

export const laoSandboxUrl = `http://127.0.0.1:${laoPorts.sandbox}`;
