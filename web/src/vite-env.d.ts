/// <reference types="vite/client" />

declare module '*.json?first' {
  const messages: Record<string, unknown>;
  export default messages;
}

interface ImportMetaEnv {
  /** False in builds that are to work without a service worker. */
  readonly WITH_WORKER: boolean;
}
