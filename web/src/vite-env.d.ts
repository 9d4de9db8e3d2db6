/// <reference types="vite/client" />

declare module '*.json?first' {
  const messages: Record<string, unknown>;
  export default messages;
}
