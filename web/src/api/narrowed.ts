/** The generated client with narrower answers where the contract is wide (`status: string`). */
import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';

/** The endpoints of a generated client, some with other answers. */
export type Narrowed<A, R extends Partial<Record<keyof DefinitionsFromApi<A>, unknown>>> = Omit<
  DefinitionsFromApi<A>,
  keyof R
> & {
  [K in keyof R & keyof DefinitionsFromApi<A>]: OverrideResultType<DefinitionsFromApi<A>[K], R[K]>;
};

/** The type of an optional field in an answer: the server always writes it, as null if empty. */
export type Present<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
