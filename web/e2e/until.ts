import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;

/** Asks until there is an answer. What never comes is ended by the story's own time. */
export async function until<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(LOOK_AGAIN_MS);
  }
}
