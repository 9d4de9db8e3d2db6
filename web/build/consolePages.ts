/** In development, each address of the console gets its page, as the gateway does it. */
import type { Plugin } from 'vite';

export function consolePages(): Plugin {
  return {
    name: 'wallet-console-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (/^\/support(?:\/[^.]*)?(?:\?|$)/.test(request.url ?? '')) request.url = '/support.html';
        next();
      });
    },
  };
}
