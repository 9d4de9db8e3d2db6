import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { logIn } from './calls';
import { type Player, payQr } from './outside';

/** A member's money by the calls that the portal makes: for stories that are about what it leaves. */
export class Purse {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  static async of(request: APIRequestContext, player: Player): Promise<Purse> {
    return new Purse(request, (await logIn(request, player)).token);
  }

  private headers(): Record<string, string> {
    return { 'X-Requested-With': 'wallet-web', Authorization: `Bearer ${this.token}` };
  }

  private async post<Answer>(address: string, data: object): Promise<Answer> {
    const headers = { ...this.headers(), 'Idempotency-Key': randomUUID() };
    const answer = await this.request.post(address, { headers, data });
    expect(answer.ok(), `${address}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Answer;
  }

  private async successes(): Promise<number> {
    type Lines = { statements: { status: string }[] };
    const body = { page: 1, limit: 100 };
    const { statements } = await this.post<Lines>('/api/statement', body);
    return statements.filter(({ status }) => status === 'SUCCESS').length;
  }

  /** Waits until the statement has so many lines that have ended well. */
  async settled(count: number): Promise<void> {
    await expect.poll(() => this.successes()).toBe(count);
  }

  async payIn(amount: string): Promise<void> {
    const { payload } = await this.post<{ payload: string }>('/api/qrcode/KBANK', { amount });
    await payQr(this.request, payload);
  }

  /** Opens an account with a provider; answers the player's name there. */
  async openGame(code: string): Promise<string> {
    type Opened = { account: { username: string } };
    const { account } = await this.post<Opened>(`/api/wallet/activate/${code}`, {});
    return account.username;
  }

  /** The member's name at a provider. */
  async nameAt(code: string): Promise<string> {
    const answer = await this.request.get(`/api/wallet/account/${code}`, {
      headers: this.headers(),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { username: string }).username;
  }

  async transfer(from: string, to: string, amount: string): Promise<void> {
    await this.post('/api/wallet/transfer', { from, to, amount });
  }
}
