/** The chat, loaded once the first screen is usable. The page works without it. */
import { lazy } from 'react';
import { withMessages } from '../ui/feedback/lazyPart';

const AFTER_FIRST_SCREEN_MS = 2_500;

export const Chat = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_FIRST_SCREEN_MS));
  return withMessages(() => import('../features/chat/ChatWidget'))().catch(() => ({
    default: () => null,
  }));
});
