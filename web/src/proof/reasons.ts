/** For tests: why something was refused. */
import { ProofFailure } from './failure';

export async function reasonOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (failure) {
    if (failure instanceof ProofFailure) return failure.reason;
    throw failure;
  }
}
