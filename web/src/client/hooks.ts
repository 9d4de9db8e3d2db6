/**
 * The store as every floor may use it: the facts of device and person, which both stores hold. What
 * a higher floor adds to the state is read there, by a selector that names its own part.
 */
import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { PreferencesState } from './preferences';
import type { SessionState } from './session';

export interface ClientState {
  session: SessionState;
  preferences: PreferencesState;
}

export type AppDispatch = ThunkDispatch<ClientState, unknown, UnknownAction>;

/** Either store, as far as this floor knows it. */
export type ClientStore = Pick<Store<ClientState>, 'getState' | 'subscribe'> & {
  dispatch: AppDispatch;
};

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useClientSelector = useSelector.withTypes<ClientState>();
