import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Slot, Wallet } from '../../../api/types';
import { noteFavourite, notePlayed } from '../../../client/gameMemory';
import { MEMBER, memberStore, show } from '../../../stage';
import { sumInGames } from '../balances';
import Games from './Games';

const SLOT: Slot = {
  code: 'pg',
  name: 'PG Soft',
  category: 'slot',
  isActive: true,
  amount: '12.34',
  readAt: null,
  ftWalletSlot: '1000',
  logo: null,
  background: '/games/pg.svg',
  colour: '#3546c8',
  web: null,
  android: null,
  ios: null,
  maintenance: false,
  embedded: false,
};
const CLOSED = { ...SLOT, isActive: false };
const SEVEN: Slot[] = [
  SLOT,
  { ...CLOSED, code: 'joker2', name: 'Joker' },
  { ...CLOSED, code: 'circus', name: 'Circus' },
  { ...CLOSED, code: 'imi', name: 'IMI' },
  { ...SLOT, code: 'askmebet', name: 'AMB Sport', category: 'sport', amount: '0.00' },
  { ...CLOSED, code: 'huayhd', name: 'Huay HD', category: 'lotto' },
  { ...CLOSED, code: 'thai', name: 'น้ำเต้า', category: 'lotto' },
];

function open(slots: Slot[], isExcluded = false) {
  const wallet = { wallet: { amount: '50.00', currency: 'THB' }, slots } as unknown as Wallet;
  return show(<Games wallet={wallet} isExcluded={isExcluded} />, memberStore()).store;
}

const textsIn = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map((card) => card.textContent ?? '');
/** The texts of the cards, in order. */
const cards = () => textsIn('Games');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const search = (text: string) => userEvent.type(screen.getByRole('searchbox'), text);

beforeEach(() => localStorage.clear());

describe('a game card', () => {
  it("shows the provider's units times the operator's factor, exactly", () => {
    open([SLOT]);
    expect(screen.getByRole('button', { name: /^PG Soft ?฿12,340\.00$/ })).toBeInTheDocument();
  });

  it('opens its game wherever it is pressed', async () => {
    const store = open([SLOT]);
    await press(/^PG Soft/);
    expect(store.getState().dialog.stack).toEqual([{ name: 'game', props: { slotCode: 'pg' } }]);
  });

  it('says what keeps it from being played', () => {
    open([
      { ...SLOT, maintenance: true },
      { ...CLOSED, maintenance: true },
    ]);
    expect(cards()).toEqual(['PG Soft฿12,340.00Maintenance', 'PG SoftMaintenance']);
  });

  it('without an account shows the prompt to open one, and no balance', async () => {
    const store = open([CLOSED]);
    expect(cards()).toEqual(['PG SoftOpen account']);
    await press(/^PG Soft ?Open account$/);
    expect(store.getState().dialog.stack).toEqual([{ name: 'game', props: { slotCode: 'pg' } }]);
  });

  it('prompts nobody to open an account during a break', () => {
    open([CLOSED], true);
    expect(cards()).toEqual(['PG Soft']);
  });

  it('has the sign of its category on its colour where the operator has no picture', () => {
    open([{ ...CLOSED, background: null }]);
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('button svg')).not.toBeNull();
  });
});

describe('the games', () => {
  const named = () => cards().map((text) => SEVEN.find(({ name }) => text.includes(name))?.code);

  it('are a carousel for each category: slot, sport with casino, lotto', () => {
    open([...SEVEN].reverse());
    const titles = screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent);
    expect(titles).toEqual(['Slot', 'Sports and casino', 'Lotto']);
    expect(textsIn('Slot')).toHaveLength(4);
    expect(textsIn('Sports and casino')).toEqual(['AMB Sport฿0.00']);
    expect(textsIn('Lotto')).toHaveLength(2);
  });

  it('have no carousel for a category without games', () => {
    open([SLOT]);
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  });

  it('can be searched when they are many, in every case and without tone marks', async () => {
    open(SEVEN);
    await search('JOK');
    expect(named()).toEqual(['joker2']);
    await userEvent.clear(screen.getByRole('searchbox'));
    await search('นาเตา');
    expect(named()).toEqual(['thai']);
    await userEvent.clear(screen.getByRole('searchbox'));
    await search('lott');
    expect(named()).toEqual(['huayhd', 'thai']);
  });

  it('say so when nothing matches, and lead back', async () => {
    open(SEVEN);
    await search('poker');
    expect(screen.getByText('No game matches “poker”')).toBeInTheDocument();
    await press('Show all games');
    expect(named()).toHaveLength(7);
  });

  it('need no search when they are few', () => {
    open(SEVEN.slice(0, 6));
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('are shown by category and by the favourites of this member', async () => {
    noteFavourite(MEMBER.username, 'circus', true);
    noteFavourite('0899999999', 'imi', true);
    open(SEVEN);
    await press('Sports and casino');
    expect(named()).toEqual(['askmebet']);
    await press('Favourites');
    expect(named()).toEqual(['circus']);
  });

  it('begin with those that were played last, the last one first', () => {
    for (const code of ['askmebet', 'pg', 'gone']) notePlayed(MEMBER.username, code);
    open(SEVEN);
    const recent = screen.getByRole('region', { name: 'Recently played' });
    const names = [...recent.querySelectorAll('button')].map((game) => game.textContent);
    expect(names).toEqual(['PG Soft฿12,340.00', 'AMB Sport฿0.00']);
  });
});

describe('the sum in games', () => {
  it('counts open accounts only and never rounds', () => {
    const tenth = { ...SLOT, amount: '0.10', ftWalletSlot: '1' };
    const closed = { ...tenth, isActive: false };
    expect(sumInGames([tenth, tenth, tenth, closed])).toBe('0.30');
    expect(sumInGames([])).toBe('0');
  });
});
