import { afterEach, expect, it, vi } from 'vitest';
import { keyAnswer, testKey, testWitness } from '../fixture';
import { servedLog } from './servedLog';

const KEYS = [{ verifier: testKey().verifier, since: '0', until: null }];
const ANSWER = keyAnswer(KEYS, [testWitness('a.example/w')], 1);

afterEach(() => vi.unstubAllGlobals());

function serve(protocol: string, answer: () => Response) {
  const fetched = vi.fn(async (_path: string, _options: RequestInit) => answer());
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

it.each(['http:', 'https:'])(
  'asks the website for its keys and witnesses: %s',
  async (protocol) => {
    const fetched = serve(protocol, () => Response.json(ANSWER));
    expect(await servedLog()).toMatchObject({ keys: [{ since: 0 }], witnesses: { quorum: 1 } });
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/api/proof/key',
      expect.objectContaining({ credentials: 'omit' }),
    );
  },
);

it('asks nobody where the page was opened from a disk', async () => {
  const fetched = serve('file:', () => Response.json(ANSWER));
  expect(await servedLog()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

it.each<[string, () => Response]>([
  ['no log', () => Response.json({ message: 'PROOF_OFF' }, { status: 404 })],
  ['another website', () => new Response('<!doctype html>')],
  ['another shape', () => Response.json({ ...ANSWER, witnesses: [] })],
  ['no connection', () => Response.error()],
])('knows nothing where there is %s', async (_, answer) => {
  serve('https:', answer);
  expect(await servedLog()).toBeNull();
});
