/** Short notices at the edge of the screen; each leaves by itself after four seconds. */
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { isProblem } from '../../api/transport/problem';
import { useAppDispatch } from '../../client/hooks';

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastNotice {
  id: string;
  tone: ToastTone;
  text: string;
  /** When it may be tried again. */
  retryAt?: number | undefined;
}

/** The store, as far as this part of it goes. */
export interface ToastsState {
  toasts: { notices: ToastNotice[] };
}

const SHOWN_AT_ONCE_MAX = 3;

const slice = createSlice({
  name: 'toasts',
  initialState: { notices: [] as ToastNotice[] },
  reducers: {
    toastShown: {
      prepare: (tone: ToastTone, text: string, retryAt?: number) => ({
        payload: { id: nanoid(), tone, text, retryAt },
      }),
      reducer(state, action: PayloadAction<ToastNotice>) {
        const others = state.notices.filter((notice) => notice.text !== action.payload.text);
        state.notices = [...others, action.payload].slice(-SHOWN_AT_ONCE_MAX);
      },
    },
    toastDismissed(state, action: PayloadAction<string>) {
      state.notices = state.notices.filter((notice) => notice.id !== action.payload);
    },
  },
});

export const { toastShown, toastDismissed } = slice.actions;
export const toastsReducer = slice.reducer;

/**
 * `toast.success(text)`, `toast.error(text, cause)`, `toast.info(text)`: text is already translated;
 * the cause may say how long to wait.
 */
export function useToast() {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      success: (text: string) => dispatch(toastShown('success', text)),
      error: (text: string, cause?: unknown) =>
        dispatch(toastShown('error', text, isProblem(cause) ? cause.retryAt : undefined)),
      info: (text: string) => dispatch(toastShown('info', text)),
    }),
    [dispatch],
  );
}
