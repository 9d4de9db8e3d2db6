/** Answers that the server gives now, whatever the cache holds. */

export const FRESH = { forceRefetch: true } as const;

interface Call<Data> {
  unwrap: () => Promise<Data>;
  unsubscribe: () => void;
}

/**
 * The answer of a call with `FRESH`; throws its `Problem`. The call stays subscribed until then: an
 * answer that nobody subscribes to is removed by a timer, which ends a later call of the same kind
 * with neither an answer nor an error.
 */
export async function freshAnswer<Data>(call: Call<Data>): Promise<Data> {
  try {
    return await call.unwrap();
  } finally {
    call.unsubscribe();
  }
}
