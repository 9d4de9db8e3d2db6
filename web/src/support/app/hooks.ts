import { useDispatch, useSelector } from 'react-redux';
import type { StaffRole } from '../api/types';
import type { SupportDispatch, SupportState } from './store';

export const useStaffDispatch = useDispatch.withTypes<SupportDispatch>();
export const useStaffSelector = useSelector.withTypes<SupportState>();

/** What the member of staff may do; below the log-in there always is one. */
export function useRole(): StaffRole {
  return useStaffSelector((state) => state.staff.current?.staff.role ?? 'auditor');
}
