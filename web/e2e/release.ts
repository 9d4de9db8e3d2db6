import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whether the next release is there: its worker, and a page that starts with another script. */
interface Host {
  address: string;
  release: () => void;
  close: () => Promise<void>;
}

const WORKER_NAME = /`wallet-\$\{"\w+"\}`/;
const PAGE_SCRIPT = /assets\/front-[^."]+\.js/;

function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`nothing to replace by ${by}`);
  return text.replace(pattern, by);
}

/**
 * A host before the portal on which a release can happen. The browser asks for a worker on its own,
 * past all that a story may put in a file's place, so it takes a host.
 */
export async function hostBefore(portal: string): Promise<Host> {
  let isNext = false;
  const bodyOf = async (path: string, answer: Response): Promise<string | Buffer> => {
    if (isNext && path === '/sw.js')
      return replaced(await answer.text(), WORKER_NAME, "'wallet-next'");
    if (isNext && path === '/') return replaced(await answer.text(), PAGE_SCRIPT, 'assets/next.js');
    return Buffer.from(await answer.arrayBuffer());
  };
  const server = createServer(async (asked, reply) => {
    const path = asked.url ?? '/';
    try {
      const answer = await fetch(new URL(path, portal), {
        headers: { 'X-Requested-With': 'wallet-web' },
      });
      reply.statusCode = answer.status;
      for (const name of ['content-type', 'cache-control']) {
        reply.setHeader(name, answer.headers.get(name) ?? '');
      }
      reply.end(await bodyOf(path, answer));
    } catch {
      reply.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNext = true;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
