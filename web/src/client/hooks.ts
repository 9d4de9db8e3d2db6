/**
 * The part of the store that every folder may use: the facts of device and person, which both
 * stores have. A folder that adds to the state reads its part by its own selector.
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

/** Either store, as far as this folder knows it. */
export type ClientStore = Pick<Store<ClientState>, 'getState' | 'subscribe'> & {
  dispatch: AppDispatch;
};

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useClientSelector = useSelector.withTypes<ClientState>();

/** The operator has ended the service: money only leads out, and nothing new begins. */
export const useIsServiceGone = (): boolean => useClientSelector((state) => state.session.gone);
