import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../intl/messages/en.json';
import { eventually } from '../../vitest.patience';
import { Carousel } from '../display/Carousel';
import { Tabs } from '../display/Tabs';
import { TextField } from '../field/TextField';
import { ErrorDialog } from './ErrorDialog';
import { followFaults } from './focusFirstFault';
import { Modal } from './Modal';

// What jsdom lacks of dialogs: enough to be open and closed.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.setAttribute('open', '');
    this.querySelector('button')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
});

function Page({ children }: { children: ReactNode }) {
  const messages = english as unknown as Record<string, string>;
  return (
    <IntlProvider locale="en" messages={messages}>
      <main>
        <h1>Page</h1>
        {children}
      </main>
    </IntlProvider>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const button = (name: string) => screen.getByRole('button', { name });

/** A card whose button opens a dialog, in which something happens to the button. */
function Card({ becomes }: { becomes: 'same' | 'disabled' | 'gone' | 'goneWithCard' }) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasChanged, setHasChanged] = useState(false);
  const state = hasChanged ? becomes : 'same';
  return (
    <>
      {state !== 'goneWithCard' && (
        <article>
          {state !== 'gone' && (
            <button type="button" disabled={state === 'disabled'} onClick={() => setIsOpen(true)}>
              Open
            </button>
          )}
          <button type="button">Neighbour</button>
        </article>
      )}
      {isOpen && (
        <Modal title="Dialog" onClose={() => setIsOpen(false)}>
          {!hasChanged && (
            <button type="button" onClick={() => setHasChanged(true)}>
              Change
            </button>
          )}
        </Modal>
      )}
    </>
  );
}

function Two() {
  const [open, setOpen] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        First
      </button>
      {open > 0 && (
        <Modal title="Beneath" onClose={() => setOpen(0)}>
          <button type="button" onClick={() => setOpen(2)}>
            Second
          </button>
        </Modal>
      )}
      {open > 1 && (
        <Modal title="Above" onClose={() => setOpen(1)}>
          <button type="button" onClick={() => setOpen(0)}>
            Leave both
          </button>
        </Modal>
      )}
    </>
  );
}

describe('the focus after a dialog', () => {
  it.each([
    ['is on what opened it', 'same', () => button('Open')],
    ['is near an opener that is disabled', 'disabled', () => button('Neighbour')],
    ['is near an opener that has gone', 'gone', () => button('Neighbour')],
    ['is on the heading where nothing is near', 'goneWithCard', () => screen.getByText('Page')],
  ] as const)('%s', async (_, becomes, place) => {
    render(<Card becomes={becomes} />, { wrapper: Page });
    await press('Open');
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    await press('Change');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(place()).toHaveFocus();
  });

  it('that closes together with the one beneath is on what opened the first', async () => {
    render(<Two />, { wrapper: Page });
    await press('First');
    await press('Second');
    await press('Leave both');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('First')).toHaveFocus();
  });

  it('stays inside when the pressed button goes away', async () => {
    render(<Card becomes="same" />, { wrapper: Page });
    await press('Open');
    await press('Change');
    await eventually(() => expect(screen.getByRole('region', { name: 'Dialog' })).toHaveFocus());
  });
});

interface FormProps {
  /** What is wrong with what was typed; later than the press, as a server's answer is. */
  check: (name: string, code: string) => { name?: string; code?: string };
  isSlow?: boolean;
  hasDialog?: boolean;
}

function Form({ check, isSlow, hasDialog }: FormProps) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<ReturnType<FormProps['check']>>({});
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <form
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (isSlow) await answer;
          setFaults(check(name, code));
          setIsShown(true);
        }}
      >
        <TextField label="Name" value={name} onChange={setName} error={faults.name} />
        <TextField label="Code" value={code} onChange={setCode} error={faults.code} />
        <button type="submit">Send</button>
      </form>
      {hasDialog && isShown && <ErrorDialog error="Wrong" onClose={() => setIsShown(false)} />}
    </>
  );
}

let answer: Promise<void>;

describe('a form that is refused', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = followFaults();
    return () => stop();
  });

  it('has the focus in its first faulty field, whose message describes it', async () => {
    render(<Form check={() => ({ name: 'Missing', code: 'Missing' })} />, { wrapper: Page });
    await press('Send');
    const field = screen.getByLabelText('Name');
    await eventually(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Missing');
    await press('Send');
    await eventually(() => expect(field).toHaveFocus());
  });

  it('by the server later has it there as well', async () => {
    let respond = () => {};
    answer = new Promise((resolve) => {
      respond = resolve;
    });
    render(<Form isSlow check={() => ({ code: 'Taken' })} />, { wrapper: Page });
    await press('Send');
    await new Promise((resolve) => setTimeout(resolve));
    expect(button('Send')).toHaveFocus();
    await act(async () => respond());
    await eventually(() => expect(screen.getByLabelText('Code')).toHaveFocus());
  });

  it('leaves the focus alone if the player types again by then', async () => {
    let respond = () => {};
    answer = new Promise((resolve) => {
      respond = resolve;
    });
    render(<Form isSlow check={() => ({ code: 'Taken' })} />, { wrapper: Page });
    await press('Send');
    await new Promise((resolve) => setTimeout(resolve));
    await userEvent.type(screen.getByLabelText('Name'), 'A');
    await act(async () => respond());
    expect(screen.getByLabelText('Code')).toBeInvalid();
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('in an error dialog has the focus in the field once the dialog is closed', async () => {
    render(<Form hasDialog check={() => ({ code: 'Wrong' })} />, { wrapper: Page });
    await press('Send');
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByRole('alertdialog')).toContainElement(document.activeElement as HTMLElement);
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/Wrong/);
    await press('OK');
    expect(screen.getByLabelText('Code')).toHaveFocus();
  });
});

function Choice() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  const tabs = (['a', 'b', 'c'] as const).map((each) => ({ value: each, label: each }));
  return <Tabs label="Tabs" tabs={tabs} value={value} onChange={setValue} />;
}

describe('the arrow keys', () => {
  it.each([
    ['ArrowRight', 'b'],
    ['ArrowLeft', 'c'],
    ['End', 'c'],
    ['End}{Home', 'a'],
    ['End}{ArrowRight', 'a'],
  ])('choose a tab: %s', async (keys, chosen) => {
    render(<Choice />, { wrapper: Page });
    await userEvent.tab();
    await userEvent.keyboard(`{${keys}}`);
    const tab = screen.getByRole('tab', { name: chosen });
    expect(tab).toHaveFocus();
    expect(tab).toHaveAttribute('aria-selected', 'true');
  });

  it.each([
    ['ArrowRight', 'In 2'],
    ['ArrowRight}{ArrowRight', 'Open 3'],
    ['End}{ArrowRight', 'Open 3'],
    ['ArrowRight}{Home', 'In 1'],
    ['ArrowLeft', 'In 1'],
  ])('go from card to card: %s', async (keys, focused) => {
    render(
      <Carousel title="Games">
        {[1, 2, 3].map((card) => (
          <div key={card}>
            <button type="button">Open {card}</button>
            <button type="button" disabled={card === 3}>
              In {card}
            </button>
          </div>
        ))}
      </Carousel>,
      { wrapper: Page },
    );
    button('In 1').focus();
    await userEvent.keyboard(`{${keys}}`);
    expect(button(focused)).toHaveFocus();
  });

  it('leave other keys to the browser', () => {
    render(<Choice />, { wrapper: Page });
    expect(fireEvent.keyDown(screen.getByRole('tab', { name: 'a' }), { key: 'Tab' })).toBe(true);
  });
});
