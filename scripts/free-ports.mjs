// Whether so many ports from the first one on are free: `node scripts/free-ports.mjs FIRST COUNT`.
import { createServer } from 'node:net';

const [first, count] = process.argv.slice(2).map(Number);
const servers = await Promise.all(
  Array.from({ length: count }, (_, index) => {
    const server = createServer();
    return new Promise((resolve) => {
      server.once('error', () => process.exit(1));
      server.listen(first + index, '127.0.0.1', () => resolve(server));
    });
  }),
);
for (const server of servers) server.close();
