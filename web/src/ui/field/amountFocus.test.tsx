import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveDialogs, show } from '../../stage';
import { Modal } from '../dialog/Modal';
import { Step } from '../dialog/Step';
import { Tabs } from '../display/Tabs';
import { AmountField } from './AmountField';

/** A computer with a mouse and keys, or a phone. */
function device(hasKeyboard: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: hasKeyboard && query === '(hover: hover) and (pointer: fine)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const amount = () => screen.getByLabelText('Amount');

function Amount({ start = '', disabled = false }: { start?: string; disabled?: boolean }) {
  const [value, setValue] = useState(start);
  return (
    <AmountField
      label="Amount"
      currency="THB"
      value={value}
      onChange={setValue}
      disabled={disabled}
    />
  );
}

/** A form that goes to another step and back. */
function Steps() {
  const [step, setStep] = useState('form');
  return (
    <Modal title="Deposit" onClose={() => undefined}>
      <Step name={step}>
        {step === 'form' ? <Amount /> : <p>Review</p>}
        <button type="button" onClick={() => setStep(step === 'form' ? 'review' : 'form')}>
          Other step
        </button>
      </Step>
    </Modal>
  );
}

function Chosen() {
  const [value, setValue] = useState<'slip' | 'qr'>('slip');
  const tabs = (['slip', 'qr'] as const).map((each) => ({ value: each, label: each }));
  return (
    <Modal title="Deposit" onClose={() => undefined}>
      <Tabs label="Methods" tabs={tabs} value={value} onChange={setValue} />
      {value === 'qr' && <Amount />}
    </Modal>
  );
}

const dialogOf = (part: React.ReactNode) =>
  show(
    <Modal title="Money" onClose={() => undefined}>
      {part}
    </Modal>,
  );

beforeEach(() => {
  giveDialogs();
  device(true);
});
afterEach(() => vi.unstubAllGlobals());

describe('a dialog about money', () => {
  it('begins in its amount where there is a keyboard', async () => {
    dialogOf(<Amount />);
    expect(amount()).toHaveFocus();
    await userEvent.keyboard('150');
    expect(amount()).toHaveValue('150');
  });

  it('lets the first digit replace the amount that is there', async () => {
    dialogOf(<Amount start="500.00" />);
    await userEvent.keyboard('150');
    expect(amount()).toHaveValue('150');
  });

  it('leaves a phone without its keys', () => {
    device(false);
    dialogOf(<Amount />);
    expect(amount()).not.toHaveFocus();
  });

  it('leaves a field alone that cannot be filled in', () => {
    dialogOf(<Amount disabled />);
    expect(amount()).not.toHaveFocus();
  });

  it('returns to the amount with the step that has one', async () => {
    show(<Steps />);
    await press('Other step');
    expect(screen.getByText('Review')).toBeVisible();
    await press('Other step');
    expect(amount()).toHaveFocus();
  });

  it('keeps the focus on the tabs while the arrow keys move between them', () => {
    show(<Chosen />);
    const tab = screen.getByRole('tab', { name: 'slip' });
    tab.focus();
    fireEvent.keyDown(tab, { key: 'ArrowRight' });
    expect(amount()).toBeVisible();
    expect(screen.getByRole('tab', { name: 'qr' })).toHaveFocus();
  });
});

/** As the forms do: what is typed takes back what was said of the amount. */
function Checked() {
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const change = (typed: string) => {
    setValue(typed);
    setFault(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setFault(`Too little: ${value}`);
      }}
    >
      <AmountField label="Amount" currency="THB" value={value} onChange={change} error={fault} />
      <button type="submit">Next</button>
    </form>
  );
}

it('what is said of an amount that Enter has sent stays when the focus leaves it', async () => {
  dialogOf(<Checked />);
  await userEvent.keyboard('1{Enter}');
  expect(screen.getByText('Too little: 1.00')).toBeVisible();
  await userEvent.tab();
  expect(amount()).not.toHaveFocus();
  expect(screen.getByText('Too little: 1.00')).toBeVisible();
});

it('an amount outside of dialogs waits until it is wanted', () => {
  show(<Amount />);
  expect(amount()).not.toHaveFocus();
});
