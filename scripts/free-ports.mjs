// Prints as many free ports as asked for, chosen by the system and different from each other.
import { createServer } from 'node:net';

const count = Number(process.argv[2] ?? 1);
const servers = await Promise.all(
  Array.from({ length: count }, () => {
    const server = createServer();
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  }),
);
console.log(servers.map((server) => server.address().port).join(' '));
for (const server of servers) server.close();
