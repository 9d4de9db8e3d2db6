import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link, Route, Router, Switch } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import portal from '../../intl/messages/en.json';
import { giveDialogs } from '../../stage';
import own from '../messages/en.json';
import { KeyList } from './KeyList';
import { KeysButton } from './KeysButton';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const NAMES = ['Aree', 'Somsri', 'Mali'];

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

/** Like the console's pages: opening a row mounts a new list. */
function List({ openId = null }: { openId?: string | null }) {
  return (
    <>
      <KeysButton />
      <input aria-label="Reference" />
      <KeyList className="list" closeHref={openId && '/list'}>
        <ul>
          {NAMES.map((name) => (
            <li key={name}>
              <Link href={`/list/${name}`} aria-current={name === openId ? 'true' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </KeyList>
      <button type="button">Accept</button>
    </>
  );
}

const Closed = () => <List />;

function show(path = '/list', hasKeyboard = true) {
  vi.stubGlobal('matchMedia', () => ({
    matches: hasKeyboard,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <IntlProvider locale="en" messages={words}>
      <Router hook={hook}>
        <Switch>
          <Route path="/list/:id">{({ id = null }) => <List key={id} openId={id} />}</Route>
          <Route path="/list" component={Closed} />
        </Switch>
      </Router>
    </IntlProvider>,
  );
  return history;
}

const row = (name: string) => screen.getByRole('link', { name });
const press = (keys: string) => userEvent.keyboard(keys);

describe('the keys of a list', () => {
  it('move the focus from row to row, and stop at the ends', async () => {
    show();
    await press('j');
    expect(row('Aree')).toHaveFocus();
    await press('jj{ArrowDown}');
    expect(row('Mali')).toHaveFocus();
    await press('k{ArrowUp}k');
    expect(row('Aree')).toHaveFocus();
  });

  it('start at the row that is open', async () => {
    show('/list/Somsri');
    await press('j');
    expect(row('Mali')).toHaveFocus();
  });

  it('open a row and close it again, and the focus stays with it', async () => {
    const history = show();
    await press('jj{Enter}');
    expect(history.at(-1)).toBe('/list/Somsri');
    await vi.waitFor(() => expect(row('Somsri')).toHaveFocus());
    await press('{Escape}');
    expect(history.at(-1)).toBe('/list');
    await vi.waitFor(() => expect(row('Somsri')).toHaveFocus());
  });

  it('are where a Thai keyboard has them', () => {
    show();
    fireEvent.keyDown(document.body, { key: '่', code: 'KeyJ' });
    expect(row('Aree')).toHaveFocus();
    fireEvent.keyDown(document.body, { key: 'ฦ', code: 'Slash', shiftKey: true });
    expect(screen.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  });

  it('leave arrow keys to a page that is read', async () => {
    show('/list/Somsri');
    screen.getByRole('button', { name: 'Accept' }).focus();
    await press('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Accept' })).toHaveFocus();
  });

  it('do nothing while somebody types or a dialog is open', async () => {
    const history = show('/list/Somsri');
    await userEvent.type(screen.getByLabelText('Reference'), 'jk?{Escape}');
    expect(screen.getByLabelText('Reference')).toHaveFocus();
    expect(screen.getByLabelText('Reference')).toHaveValue('jk?');
    await userEvent.click(screen.getByRole('button', { name: 'Keys' }));
    await press('j');
    for (const name of NAMES) expect(row(name)).not.toHaveFocus();
    expect(history).toEqual(['/list/Somsri']);
  });

  it('are shown by ? and by a button', async () => {
    show();
    expect(screen.getByRole('button', { name: 'Keys' })).toBeVisible();
    await press('?');
    expect(screen.getByRole('dialog', { name: 'Keys' })).toHaveTextContent('Next in the list');
  });

  it('are not there on a touch screen', async () => {
    show('/list', false);
    await press('j?');
    expect(document.body).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Keys' })).toBeNull();
  });
});
