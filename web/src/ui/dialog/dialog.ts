/**
 * Which dialog is open. Features open each other's dialogs by name, so that no feature imports
 * another; `DialogHost` loads the code of a dialog when it is first opened.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import type { Clip } from '../../api/howtoApi';
import type { StatementLine } from '../../api/types';
import { useAppDispatch } from '../../client/hooks';

/** The props that each dialog takes in addition to `onClose`. They must be plain data. */
export interface DialogProps {
  deposit: { method?: 'qr' };
  /** `isAll`: everything that the games hold, to one place. */
  transfer: { slotCode?: string; direction?: 'in' | 'out'; isAll?: boolean };
  withdraw: Record<never, never>;
  refund: Record<never, never>;
  bonus: { code: string };
  game: { slotCode: string };
  slips: Record<never, never>;
  receipt: { line: StatementLine };
  checkAll: { from: string | null; to: string | null };
  owed: Record<never, never>;
  conditions: Record<never, never>;
  agreement: Record<never, never>;
  changePassword: Record<never, never>;
  setPin: Record<never, never>;
  editName: Record<never, never>;
  editBankName: Record<never, never>;
  wheel: Record<never, never>;
  invite: Record<never, never>;
  inviteClaim: Record<never, never>;
  clip: { topic: Clip['topic'] };
}

export type DialogName = keyof DialogProps;

export interface OpenDialog<N extends DialogName = DialogName> {
  name: N;
  props: DialogProps[N];
}

interface Dialogs {
  stack: OpenDialog[];
}

/** The store, as far as this part of it goes. */
export interface DialogState {
  dialog: Dialogs;
}

const slice = createSlice({
  name: 'dialog',
  initialState: { stack: [] } as Dialogs,
  reducers: {
    dialogOpened(state, action: PayloadAction<OpenDialog>) {
      // A double tap must not open the same dialog twice.
      if (state.stack.at(-1)?.name !== action.payload.name) state.stack.push(action.payload);
    },
    dialogClosed(state, action: PayloadAction<DialogName>) {
      state.stack = state.stack.filter((dialog) => dialog.name !== action.payload);
    },
    dialogsClosed(state) {
      state.stack = [];
    },
  },
});

export const { dialogOpened, dialogClosed, dialogsClosed } = slice.actions;
export const dialogReducer = slice.reducer;

/** `open('transfer', { slotCode: 'pg' })`, `close('transfer')`. */
export function useDialog() {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      open<N extends DialogName>(name: N, props: DialogProps[N]) {
        dispatch(dialogOpened({ name, props }));
      },
      close(name: DialogName) {
        dispatch(dialogClosed(name));
      },
    }),
    [dispatch],
  );
}
