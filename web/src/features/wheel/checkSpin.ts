/** Computes a spin again from a revealed seed, and says what differs from the server's answer. */
import type { Spin, SpinPage } from '../../api/wheelApi';
import { canDraw, commitOf, draw, wheelIdOf } from './draw';
import { rememberedPromise } from './promises';

/** What is wrong with a spin. */
export type Fault = 'promise' | 'commit' | 'wheel' | 'draw';

/** `open`: its seed is still in use; `missing`: the server withholds what is needed. */
export type Verdict =
  | { kind: 'right' }
  | { kind: 'open' }
  | { kind: 'missing' }
  | { kind: 'unable' }
  | { kind: 'wrong'; fault: Fault };

const wrong = (fault: Fault): Verdict => ({ kind: 'wrong', fault });

export async function checkSpin(
  spin: Spin,
  { seeds, wheels }: Pick<SpinPage, 'seeds' | 'wheels'>,
): Promise<Verdict> {
  const revealed = seeds.find(({ seedId }) => seedId === spin.seedId);
  const wheel = wheels[spin.wheel];
  if (!revealed || !wheel) return { kind: 'missing' };
  const remembered = rememberedPromise(spin.seedId);
  if (remembered !== null && remembered !== revealed.commit) return wrong('promise');
  if (!revealed.seed) return { kind: 'open' };
  if (!canDraw()) return { kind: 'unable' };
  if ((await commitOf(revealed.seed)) !== revealed.commit) return wrong('commit');
  if ((await wheelIdOf(wheel)) !== spin.wheel) return wrong('wheel');
  const { clientSeed, nonce } = spin;
  const weights = wheel.map(({ weight }) => weight);
  const drawn = await draw({ seed: revealed.seed, clientSeed, nonce, weights });
  const isSame = drawn?.ticket === spin.ticket && wheel[drawn.slice]?.code === spin.code;
  return isSame ? { kind: 'right' } : wrong('draw');
}
