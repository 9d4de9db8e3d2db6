// Prints COUNT consecutive free ports: `node scripts/free-ports.mjs COUNT [FIRST]`. They are below
// the system's ephemeral range, so that no other program receives one of them before it is listened
// on. With FIRST it fails when one of those ports is taken.
import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 12_000;
const HIGHEST = 32_000;
const TRIES = 100;

async function listen(port) {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function areFree(ports) {
  const asked = await Promise.allSettled(ports.map(listen));
  for (const { value: server } of asked) server?.close();
  return asked.every(({ status }) => status === 'fulfilled');
}

const [count, wanted] = process.argv.slice(2).map(Number);
const anywhere = () => LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - count));
for (let tries = 0; tries < (wanted ? 1 : TRIES); tries += 1) {
  const first = wanted || anywhere();
  const ports = Array.from({ length: count }, (_, index) => first + index);
  if (await areFree(ports)) {
    console.log(ports.join(' '));
    process.exit();
  }
}
process.exit(1);
