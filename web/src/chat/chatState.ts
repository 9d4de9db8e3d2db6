/** Whether the chat is available, whether it is open, and its unread messages or question. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OutgoingMessage } from '../api/chatApi';
import { signedOut } from '../client/session';

/** A message that another screen hands over; its id makes it one message, however often it comes. */
export interface Handover {
  clientId: string;
  message: OutgoingMessage;
}

interface Chat {
  isOn: boolean;
  isOpen: boolean;
  unread: number;
  hasQuestion: boolean;
  /** Sent as soon as the conversation is there. */
  handover: Handover | null;
}

/** The store, as far as this part of it goes. */
export interface ChatState {
  chat: Chat;
}

const slice = createSlice({
  name: 'chat',
  initialState: {
    isOn: false,
    isOpen: false,
    unread: 0,
    hasQuestion: false,
    handover: null,
  } as Chat,
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
    /** Opens the chat with a message. */
    messageHandedOver(state, action: PayloadAction<Handover>) {
      state.handover = action.payload;
      state.isOpen = true;
    },
    messageTaken(state) {
      state.handover = null;
    },
    questionAsked(state, action: PayloadAction<boolean>) {
      state.hasQuestion = action.payload;
    },
    unreadCounted(state, action: PayloadAction<number>) {
      state.unread = action.payload;
    },
  },
  extraReducers: (build) => {
    // Nobody else may send it.
    build.addCase(signedOut, (state) => {
      state.handover = null;
    });
  },
});

export const {
  chatAvailable,
  chatOpened,
  chatClosed,
  messageHandedOver,
  messageTaken,
  questionAsked,
  unreadCounted,
} = slice.actions;
export const chatReducer = slice.reducer;

const UNREAD_SHOWN_MAX = 99;

/** The badge's text; null when nothing waits. */
export function unreadBadge(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : `${unread}`;
}
