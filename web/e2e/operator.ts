/** The operator's commands for this worker's gateway, as `scripts/run` prints them. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sandboxUrl } from './stack';

const { env } = process;
const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Today's losses of invited friends become their inviters' at once; answers what was done. */
export function computeInvites(): string {
  const data = `${env.DATA_DIR ?? own('../test-results/data')}/worker-${env.TEST_PARALLEL_INDEX ?? 0}`;
  const database = execFileSync(
    own('../../scripts/postgres'),
    ['url', `${data}/postgres`, 'wallet'],
    {
      encoding: 'utf8',
    },
  );
  const programs = env.CARGO_TARGET_DIR ?? own('../../target');
  return execFileSync(`${programs}/debug/gateway`, ['invites', 'compute', '--now'], {
    encoding: 'utf8',
    env: {
      ...env,
      DATABASE_URL: database.trim(),
      DATA_DIR: data,
      SANDBOX_URL: sandboxUrl(),
      WALLET_CONFIG: own('../../gateway/demo.toml'),
    },
  });
}
