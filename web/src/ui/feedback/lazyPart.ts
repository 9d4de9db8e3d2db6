/**
 * Parts of the program that are loaded on demand. One that could not be loaded is requested again
 * once, then whenever the player asks (`PartBoundary`); the page is never discarded.
 */
import { type ComponentType, createElement, lazy } from 'react';
import { messagesReady } from '../../intl/messages';

const AGAIN_MS = 1000;
const failed = new Set<() => void>();

/** A part's file could not be loaded. */
export class PartMissing extends Error {}

/** Loads a part of the program together with its words, so that no message id is ever shown. */
export function withMessages<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [part] = await Promise.all([load(), messagesReady()]);
    return part;
  };
}

/** `lazy`, except that a failure is not permanent. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const create = () =>
    lazy<ComponentType<P>>(async () => {
      const tryLoading = withMessages(load);
      try {
        return await tryLoading().catch(async () => {
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
          return tryLoading();
        });
      } catch {
        failed.add(() => {
          Part = create();
        });
        throw new PartMissing();
      }
    });
  let Part = create();
  return (props: P) => createElement(Part as ComponentType<P>, props);
}

/** Lets the failed parts load again when they are next shown. */
export function renewParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}
