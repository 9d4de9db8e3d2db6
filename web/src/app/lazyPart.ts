import { messagesReady } from '../intl/messages';

/** Loads a part of the program together with its words, so that no message id is ever shown. */
export function withMessages<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [part] = await Promise.all([load(), messagesReady()]);
    return part;
  };
}
