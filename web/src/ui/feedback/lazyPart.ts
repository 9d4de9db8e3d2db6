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

type Load<P extends object> = () => Promise<{ default: ComponentType<P> }>;

/** The parts that were loaded ahead, by what loads them. */
const here = new WeakMap<object, { default: unknown }>();

/** Loads a part, so that `lazyPart` draws it at once: not a placeholder first, and then the part. */
export async function loadAhead<P extends object>(load: Load<P>): Promise<void> {
  here.set(load, await withMessages(load)());
}

/** What React takes for a promise that is resolved already. */
function resolved<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: a real promise answers a moment later.
  return { then: (answer: (value: T) => void) => answer(value) } as Promise<T>;
}

/** `lazy`, except that a failure is not permanent. */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  const create = () =>
    lazy<ComponentType<P>>(() => {
      const part = here.get(load) as { default: ComponentType<P> } | undefined;
      return part ? resolved(part) : loadOnce();
    });
  const loadOnce = async () => {
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
  };
  let Part = create();
  return (props: P) => createElement(Part as ComponentType<P>, props);
}

/** Lets the failed parts load again when they are next shown. */
export function renewParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}
