import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { nextCode, readStaff, type StaffName, untilNextTry } from './staff';
import { until } from './until';

/** A staff member's inbox, by the calls that the console makes. */

const MARK = { 'X-Requested-With': 'wallet-web' };

export interface Agent {
  /** The conversation whose last message is this text. */
  find: (text: string) => Promise<string>;
  say: (conversation: string, message: object) => Promise<void>;
  end: (conversation: string) => Promise<void>;
}

/** Logs a member of staff in. */
export async function openInbox(request: APIRequestContext, username: StaffName): Promise<Agent> {
  const { password, secret } = readStaff(username);
  let token = '';
  for (let tries = 0; !token; tries += 1) {
    await untilNextTry(tries);
    const data = { username, password, code: nextCode(secret, tries) };
    const answer = await request.post('/api/support/login', { data, headers: MARK });
    if (answer.ok()) ({ token } = (await answer.json()) as { token: string });
  }
  const headers = { ...MARK, Authorization: `Bearer ${token}` };
  const call = async (path: string, data: object) => {
    const answer = await request.post(`/api/support/conversations/${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  return {
    async find(text) {
      return until(async () => {
        const answer = await request.get('/api/support/conversations', { headers });
        const { conversations } = (await answer.json()) as {
          conversations: { id: string; lastMessage: unknown }[];
        };
        return conversations.find((one) => JSON.stringify(one.lastMessage).includes(text))?.id;
      });
    },
    say: (conversation, message) =>
      call(`${conversation}/messages`, { message, clientId: randomUUID() }),
    end: (conversation) => call(`${conversation}/end`, {}),
  };
}
