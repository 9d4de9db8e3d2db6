import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

/** Staff at their inbox, by the calls that the console makes. */

const config = readFileSync(new URL('../../gateway/demo.toml', import.meta.url), 'utf8');
const MARK = { 'X-Requested-With': 'wallet-web' };
const STEP_MS = 30_000;

function demoStaff(username: string): { password: string; secret: string } {
  const block = config.split('[[demo_staff]]').find((part) => {
    return part.includes(`username = "${username}"`);
  });
  const value = (name: string) => block?.match(new RegExp(`^${name} = "([^"]+)"`, 'm'))?.[1] ?? '';
  return { password: value('password'), secret: value('totp_secret') };
}

function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((letter) => {
    const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter);
    return value.toString(2).padStart(5, '0');
  });
  const octets = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)));
}

/** What the authenticator shows now (RFC 6238). */
function oneTimeCode(secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)));
  const digest = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export interface Agent {
  /** The conversation in which this was said last. */
  find: (text: string) => Promise<string>;
  say: (conversation: string, message: object) => Promise<void>;
  end: (conversation: string) => Promise<void>;
}

/** Logs a member of staff in; a code that was used already makes it wait for the next one. */
export async function openInbox(request: APIRequestContext, username: string): Promise<Agent> {
  const { password, secret } = demoStaff(username);
  let token = '';
  await expect(async () => {
    const data = { username, password, code: oneTimeCode(secret) };
    const answer = await request.post('/api/support/login', { data, headers: MARK });
    expect(answer.ok(), await answer.text()).toBe(true);
    token = ((await answer.json()) as { token: string }).token;
  }).toPass({ timeout: 2 * STEP_MS, intervals: [5_000] });
  const headers = { ...MARK, Authorization: `Bearer ${token}` };
  const call = async (path: string, data: object) => {
    const answer = await request.post(`/api/support/conversations/${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  return {
    async find(text) {
      let id = '';
      await expect(async () => {
        const answer = await request.get('/api/support/conversations', { headers });
        const { conversations } = (await answer.json()) as {
          conversations: { id: string; lastMessage: unknown }[];
        };
        const found = conversations.find((one) => JSON.stringify(one.lastMessage).includes(text));
        expect(found).toBeDefined();
        id = found?.id ?? '';
      }).toPass({ timeout: 30_000 });
      return id;
    },
    say: (conversation, message) =>
      call(`${conversation}/messages`, { message, clientId: randomUUID() }),
    end: (conversation) => call(`${conversation}/end`, {}),
  };
}
