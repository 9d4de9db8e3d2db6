/**
 * Makes a deposit with the types that scripts/api-clients has generated from the API document.
 *
 *   deposit.js PORTAL LINK USERNAME PASSWORD
 *
 * Prints the credited amount. It knows the document and nothing else of the product.
 */
import createClient from 'openapi-fetch';
import type { paths } from './wallet.js';

const [baseUrl = '', link = '', username = '', password = ''] = process.argv.slice(2);

/** The body of a success; what was refused ends the program. */
function expect<T>(what: string, { data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(`${what}: ${JSON.stringify(error)}`);
  return data;
}

const cents = (amount: string) => Number(amount.replace('.', ''));

const portal = createClient<paths>({ baseUrl });
const credentials = { username, password };
const session = expect('log-in', await portal.POST('/api/login', { body: credentials }));

const client = createClient<paths>({
  baseUrl,
  // The schemes `session` and `marker` of the document.
  headers: { authorization: `Bearer ${session.token}`, 'x-requested-with': 'wallet-web' },
});
const before = expect('wallet', await client.GET('/api/wallet'));

const redeem = (key: string) =>
  client.POST('/api/wallet/truelink', {
    params: { header: { 'Idempotency-Key': key } },
    body: { link },
  });
const key = crypto.randomUUID();
const deposit = expect('deposit', await redeem(key));
const repeated = await redeem(key);
const isSame = JSON.stringify(expect('repeat', repeated)) === JSON.stringify(deposit);
if (!isSame || repeated.response.headers.get('idempotency-replayed') !== 'true')
  throw new Error('the repeat was answered in another way');

const query = { after: deposit.position };
const after = expect('wallet', await client.GET('/api/wallet', { params: { query } }));
const amount = deposit.amount ?? '';
if (cents(after.wallet.amount) - cents(before.wallet.amount) !== cents(amount))
  throw new Error(`the wallet does not show the deposit: ${JSON.stringify(after.wallet)}`);

const { error } = await redeem(crypto.randomUUID());
if (error?.message !== 'TRUELINK_DUPLICATE')
  throw new Error(`a link that is used up was answered: ${JSON.stringify(error)}`);
console.log(amount);
