/**
 * Compiles the flat ICU message files to syntax trees at build time, so that the browser never
 * loads the ICU parser (about 5 kB). `?first` keeps only what the first screen needs: it is
 * bundled with the entry, and the login form never waits for a language file.
 */
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const FIRST_SCREEN = [
  /^(auth\.(?!haveAccount)|connection\.(?!notSent)|problem\.)/,
  /^nav\.(home|login|register|howto|contact|language)/,
  /^shell\.(menu|reload|retry|crash|password|theme|login|requestId)/,
  /^(session\.revoked|chat\.open(Unread)?)$/,
  /^common\.(appName|loading|required)$/,
  /^error\.(NETWORK|TIMEOUT|WRONG_CREDENTIAL|INACTIVE_USER|LOGIN_FAIL|INVALID_INPUT|INVALID_IP)$/,
  /^error\.(REQUEST_LIMIT.*|INTERNAL_SERVER_ERROR|SERVICE_UNAVAILABLE|EXPIRED_AUTH_TOKEN)$/,
];

/** Whether the log-in page may show a message before the language file is here. */
export const isOfFirstScreen = (id: string): boolean =>
  FIRST_SCREEN.some((pattern) => pattern.test(id));

const MESSAGE_FILE = /\/(?:intl|support)\/messages\/[a-z]+\.json(\?first)?$/;

export function messages(): Plugin {
  return {
    name: 'wallet-messages',
    enforce: 'pre',
    transform(code, id) {
      const match = MESSAGE_FILE.exec(id);
      if (!match) return null;
      const all = JSON.parse(code) as Record<string, string>;
      const entries = Object.entries(all).filter(([key]) => !match[1] || isOfFirstScreen(key));
      const compiled = Object.fromEntries(entries.map(([key, text]) => [key, parse(text)]));
      // A JSON string parses faster than an object literal of this size.
      const source = JSON.stringify(JSON.stringify(compiled));
      return { code: `export default JSON.parse(${source});`, moduleType: 'js', map: null };
    },
  };
}
