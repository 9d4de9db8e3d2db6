import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import english from '../../intl/messages/en.json';
import { eventually } from '../../vitest.patience';
import { ToastHost } from '../feedback/ToastHost';
import { toastShown } from '../feedback/toasts';
import { TextField } from '../field/TextField';
import { Modal } from './Modal';

// What jsdom lacks of dialogs: enough to be open and closed.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
});

type Behaviour = { locked?: boolean; onDismiss?: () => void };

function Form({ onClose, ...behaviour }: Behaviour & { onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Modal title="Form" onClose={onClose} {...behaviour}>
      <TextField label="Name" value={text} onChange={setText} />
    </Modal>
  );
}

function show(behaviour: Behaviour = {}) {
  const onClose = vi.fn();
  const store = createAppStore();
  const messages = english as unknown as Record<string, string>;
  const page = (hasForm: boolean) => (
    <Provider store={store}>
      <IntlProvider locale="en" messages={messages}>
        <ToastHost />
        {hasForm && <Form onClose={onClose} {...behaviour} />}
      </IntlProvider>
    </Provider>
  );
  const view = render(page(true));
  return { onClose, store, ...view, rerenderWithout: () => view.rerender(page(false)) };
}

const form = () => screen.getByRole('dialog', { name: 'Form' });
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without sending?' });
const pressEscape = () => fireEvent(form(), new Event('cancel', { cancelable: true }));
const depth = () => (window.history.state as { modalDepth?: number } | null)?.modalDepth ?? 0;

async function pressBack() {
  await eventually(() => expect(depth()).toBeGreaterThan(0));
  await act(async () => {
    const gone = new Promise((resolve) =>
      window.addEventListener('popstate', resolve, { once: true }),
    );
    window.history.back();
    await gone;
  });
}

describe('a dialog', () => {
  it('that nobody has typed in closes at Escape, a tap outside and Back', async () => {
    const { onClose } = show();
    pressEscape();
    fireEvent.click(form());
    await pressBack();
    expect(onClose).toHaveBeenCalledTimes(3);
    expect(question()).toBeNull();
  });

  it.each([
    ['Escape', pressEscape],
    ['a tap outside', () => fireEvent.click(form())],
    ['Back', pressBack],
  ])('with something typed asks before it closes at %s', async (_, leave) => {
    const { onClose } = show();
    await userEvent.type(screen.getByLabelText('Name'), 'Aree');
    await leave();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Keep typing' }));
    expect(question()).toBeNull();
    expect(screen.getByLabelText('Name')).toHaveValue('Aree');
    await eventually(() => expect(depth()).toBe(1));
    await leave();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks nothing once the field is empty again', async () => {
    const { onClose } = show();
    await userEvent.type(screen.getByLabelText('Name'), 'A{Backspace}');
    pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before its own face when the browser has closed it', async () => {
    show();
    await userEvent.type(screen.getByLabelText('Name'), 'A');
    const dialog = form() as HTMLDialogElement;
    const shown = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    // The second Escape in Chromium: an event that cannot be cancelled, then the end, and later a
    // word of it.
    fireEvent(dialog, new Event('cancel', { cancelable: false }));
    dialog.close();
    fireEvent(dialog, new Event('close'));
    expect(dialog).toHaveAttribute('open');
    expect(shown.mock.contexts.at(-1)).toBe(screen.getByRole('alertdialog'));
  });

  it('that is locked stays at Back, and the page with it', async () => {
    const { onClose } = show({ locked: true });
    await pressBack();
    await eventually(() => expect(depth()).toBe(1));
    expect(onClose).not.toHaveBeenCalled();
    expect(form()).toHaveAttribute('open');
  });

  it('goes one step back instead of closing where there is one', async () => {
    const onDismiss = vi.fn();
    const { onClose } = show({ onDismiss });
    await pressBack();
    expect(onDismiss).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    await eventually(() => expect(depth()).toBe(1));
  });

  it('takes its entry of the history along when it closes', async () => {
    const { unmount } = show();
    await eventually(() => expect(depth()).toBe(1));
    unmount();
    await eventually(() => expect(depth()).toBe(0));
  });
});

describe('a toast', () => {
  it('of a dialog that closes with it is shown on the page', async () => {
    const { store, rerenderWithout } = show();
    act(() => {
      store.dispatch(toastShown('success', 'Saved'));
      rerenderWithout();
    });
    const notice = await screen.findByText('Saved');
    expect(notice.closest('dialog')).toBeNull();
  });

  it('is inside the open dialog, where it can be read and pressed', async () => {
    const { store } = show();
    act(() => {
      store.dispatch(toastShown('success', 'Saved'));
    });
    const notice = await screen.findByText('Saved');
    expect(form()).toContainElement(notice);
    expect(notice.closest('[aria-live]')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss this notice', hidden: true }));
    expect(screen.queryByText('Saved')).toBeNull();
  });
});
