/** The operator's commands for this worker's gateway, as `scripts/run` prints them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sandboxUrl } from './stack';

const { env } = process;
const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** How a check ends that has found something wrong. */
const FOUND = 3;

/** Runs a command of the operator, which ends so; answers what it prints. */
function operate(args: string[], endings = [0]): string {
  const data = `${env.DATA_DIR ?? own('../test-results/data')}/worker-${env.TEST_PARALLEL_INDEX ?? 0}`;
  const database = execFileSync(
    own('../../scripts/postgres'),
    ['url', `${data}/postgres`, 'wallet'],
    {
      encoding: 'utf8',
    },
  );
  const programs = env.CARGO_TARGET_DIR ?? own('../../target');
  const { status, stdout, stderr, error } = spawnSync(`${programs}/debug/gateway`, args, {
    encoding: 'utf8',
    env: {
      ...env,
      DATABASE_URL: database.trim(),
      DATA_DIR: data,
      SANDBOX_URL: sandboxUrl(),
      WALLET_CONFIG: own('../../gateway/demo.toml'),
    },
  });
  if (error) throw error;
  if (!endings.includes(status ?? -1)) throw new Error(`gateway ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Today's losses of invited friends become their inviters' at once; answers what was done. */
export const computeInvites = (): string => operate(['invites', 'compute', '--now']);

/** Compares the last hour with the records of the world outside, which differ; answers how. */
export const reconcile = (): string => operate(['reconcile', '1'], [FOUND]);
