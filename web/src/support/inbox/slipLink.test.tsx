import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../chat/entries';
import portal from '../../intl/messages/en.json';
import own from '../messages/en.json';
import { SlipLink } from './SlipLink';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const MEMBER = { kind: 'member' as const, id: 'player-1', name: 'Somsri', username: null };

interface Said {
  payload: string;
  sender?: string;
  who?: Omit<typeof MEMBER, 'kind'> & { kind: 'member' | 'guest' };
}

function show({ payload, sender = 'customer', who = MEMBER }: Said) {
  const message = {
    message_type: 'postback',
    payload: { title: 'Slip of 27/11/2026', payload, message: 'Slip of 27/11/2026' },
  };
  const entry = entryOf({ _id: 'm-1', sequence: 1, sender, message } as never);
  render(
    <IntlProvider locale="en" messages={words}>
      <SlipLink entry={entry} who={who} />
    </IntlProvider>,
  );
  return screen.queryByRole('link');
}

describe('a message about a slip', () => {
  it('leads to the slip, next to the slips of its writer', () => {
    const link = show({ payload: `SLIP:${ID}` });
    expect(link).toHaveAttribute('href', `/work/slips/${ID}?player=player-1`);
    expect(link).toHaveTextContent('Open the slip');
  });

  it('of a guest leads to the slip alone', () => {
    const link = show({ payload: `SLIP:${ID}`, who: { ...MEMBER, kind: 'guest' } });
    expect(link).toHaveAttribute('href', `/work/slips/${ID}`);
  });

  it.each(['HELP', 'SLIP:', `SLIP:../${ID}`, `SLIP:${ID}/accept`, `slip ${ID}`])(
    'leads nowhere if it names no slip: %s',
    (payload) => {
      expect(show({ payload })).toBeNull();
    },
  );

  it('leads nowhere if staff wrote it', () => {
    expect(show({ payload: `SLIP:${ID}`, sender: 'agent' })).toBeNull();
  });
});
