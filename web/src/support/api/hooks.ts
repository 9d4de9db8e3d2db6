import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { supportApi } from './supportApi';
import type { WithStaff } from './supportQuery';
import type { StaffRole } from './types';

type StaffDispatch = ThunkDispatch<
  WithStaff & { support: ReturnType<typeof supportApi.reducer> },
  unknown,
  UnknownAction
>;
export type StaffStore = Pick<Store<WithStaff>, 'getState'> & { dispatch: StaffDispatch };

export const useStaffDispatch = useDispatch.withTypes<StaffDispatch>();
export const useStaffSelector = useSelector.withTypes<WithStaff>();

/** The role of the staff member; inside the log-in there is always one. */
export function useRole(): StaffRole {
  return useStaffSelector((state) => state.staff.current?.staff.role ?? 'auditor');
}

export function useAuthorization(): string {
  const token = useStaffSelector((state) => state.staff.current?.token ?? '');
  return `Bearer ${token}`;
}
