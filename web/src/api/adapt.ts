/**
 * The generated client uses the OpenAPI document's names (`{ transferRequest, 'Idempotency-Key' }`)
 * and wide types (`status: string`). These functions convert both to the screens' names and types.
 */
import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { useCallback } from 'react';
import type { generatedApi } from './generated/generated';
import type { generatedMoneyApi } from './generated/generatedMoney';
import type { generatedWheelApi } from './generated/generatedWheel';

type Generated = DefinitionsFromApi<typeof generatedApi>;
type GeneratedMoney = DefinitionsFromApi<typeof generatedMoneyApi>;
type GeneratedWheel = DefinitionsFromApi<typeof generatedWheelApi>;

type WithAnswers<E, R> = Omit<E, keyof R> & {
  [K in keyof R & keyof E]: OverrideResultType<E[K], R[K]>;
};

/** The generated endpoints, some with narrower answers. */
export type Narrowed<R extends Partial<Record<keyof Generated, unknown>>> = WithAnswers<
  Generated,
  R
>;

/** The same for the endpoints that only dialogs need. */
export type NarrowedMoney<R extends Partial<Record<keyof GeneratedMoney, unknown>>> = WithAnswers<
  GeneratedMoney,
  R
>;

/** The same for the wheel's endpoints. */
export type NarrowedWheel<R extends Partial<Record<keyof GeneratedWheel, unknown>>> = WithAnswers<
  GeneratedWheel,
  R
>;

/** A hook's `[trigger, state]` with another argument; `adapt` must be a constant. */
export function useAdapted<Mine, Theirs, Result, State>(
  [trigger, state]: readonly [(argument: Theirs) => Result, State],
  adapt: (argument: Mine) => Theirs,
): readonly [(argument: Mine) => Result, State] {
  const call = useCallback((argument: Mine) => trigger(adapt(argument)), [trigger, adapt]);
  return [call, state];
}

/** The type of an optional field in an answer: the server always writes it, as null if empty. */
export type Present<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
