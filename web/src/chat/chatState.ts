/** Whether the chat is available, whether it is open, and its unread messages or question. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

interface Chat {
  isOn: boolean;
  isOpen: boolean;
  unread: number;
  hasQuestion: boolean;
}

/** The store, as far as this part of it goes. */
export interface ChatState {
  chat: Chat;
}

const slice = createSlice({
  name: 'chat',
  initialState: { isOn: false, isOpen: false, unread: 0, hasQuestion: false } as Chat,
  reducers: {
    chatAvailable(state, action: PayloadAction<boolean>) {
      state.isOn = action.payload;
      if (!action.payload) state.isOpen = false;
    },
    chatOpened(state) {
      state.isOpen = true;
    },
    chatClosed(state) {
      state.isOpen = false;
    },
    questionAsked(state, action: PayloadAction<boolean>) {
      state.hasQuestion = action.payload;
    },
    unreadCounted(state, action: PayloadAction<number>) {
      state.unread = action.payload;
    },
  },
});

export const { chatAvailable, chatOpened, chatClosed, questionAsked, unreadCounted } =
  slice.actions;
export const chatReducer = slice.reducer;

const UNREAD_SHOWN_MAX = 99;

/** The badge's text; null when nothing waits. */
export function unreadBadge(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : `${unread}`;
}
