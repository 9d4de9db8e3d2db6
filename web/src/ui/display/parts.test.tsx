import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { balanceVisibilityToggled } from '../../client/preferences';
import english from '../../intl/messages/en.json';
import { AmountField } from '../field/AmountField';
import { OtpField } from '../field/OtpField';
import { PhoneField } from '../field/PhoneField';
import { BankBadge, groundForWhite } from './Badge';
import { Button } from './Button';
import { Money } from './Money';
import { pageLinks } from './Pager';
import { StatusBadge } from './StatusBadge';

function show(children: ReactNode, store = createAppStore()) {
  // The test config compiles the messages as the build does.
  const messages = english as unknown as Record<string, string>;
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={messages}>
        {children}
      </IntlProvider>
    </Provider>,
  );
  return store;
}

function HeldOtp({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return <OtpField label="Code" value={code} onChange={setCode} onComplete={onComplete} />;
}

function HeldAmount() {
  const [amount, setAmount] = useState('');
  return <AmountField label="Amount" currency="THB" value={amount} onChange={setAmount} />;
}

describe('Money', () => {
  it('says the direction in a sign, not only in a colour', () => {
    show(
      <>
        <Money amount="1500.00" currency="THB" direction="in" />
        <Money amount="1500.00" currency="THB" direction="out" />
        <Money amount="1500" currency="LAK" />
      </>,
    );
    expect(screen.getByText('+฿1,500.00')).toBeInTheDocument();
    expect(screen.getByText('−฿1,500.00')).toBeInTheDocument();
    expect(screen.getByText('₭1,500')).toBeInTheDocument();
  });

  it('hides even the length, and what the house sets stays readable', () => {
    const store = createAppStore();
    store.dispatch(balanceVisibilityToggled());
    show(
      <>
        <Money amount="1.00" currency="THB" />
        <Money amount="1234567.00" currency="THB" />
        <Money amount="100.00" currency="THB" alwaysShown />
      </>,
      store,
    );
    const [small, large] = screen.getAllByText('••••••');
    expect(small?.textContent).toBe(large?.textContent);
    expect(screen.queryByText(/1,234,567/)).toBeNull();
    expect(screen.getByText('฿100.00')).toBeInTheDocument();
  });
});

describe('OtpField', () => {
  it('takes a pasted code with a space and reports it once', async () => {
    const onComplete = vi.fn();
    show(<HeldOtp onComplete={onComplete} />);
    await userEvent.click(screen.getByLabelText('Code'));
    await userEvent.paste('123 456');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  });

  it.each([
    'Your code is 123456 (ref. 4711), valid for 5 minutes',
    'รหัส OTP ของคุณคือ ๑๒๓๔๕๖ (Ref: 88)',
    '2 ຄັ້ງ: 123-456',
    '1234567',
  ])('finds the code in a pasted message: %s', async (message) => {
    const onComplete = vi.fn();
    show(<HeldOtp onComplete={onComplete} />);
    await userEvent.click(screen.getByLabelText('Code'));
    await userEvent.paste(message);
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  });
});

function HeldPhone() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <PhoneField label="Phone" value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </>
  );
}

describe('PhoneField', () => {
  it('shows the number in groups once it is left, and keeps the stored form', async () => {
    show(<HeldPhone />);
    const field = screen.getByLabelText('Phone');
    await userEvent.click(field);
    await userEvent.paste('+66 ๘๑ 234 5678');
    await userEvent.tab();
    expect(field).toHaveValue('081-234-5678');
    expect(screen.getByRole('status')).toHaveTextContent('0812345678');
  });

  it('is the same when it is entered again, so that what is selected can be typed over', async () => {
    show(<HeldPhone />);
    const field = screen.getByLabelText('Phone');
    await userEvent.type(field, '0812345678');
    await userEvent.tab();
    await userEvent.tab({ shift: true });
    expect(field).toHaveValue('081-234-5678');
    await userEvent.keyboard('0899999999');
    await userEvent.tab();
    expect(field).toHaveValue('089-999-9999');
    expect(screen.getByRole('status')).toHaveTextContent('0899999999');
  });
});

describe('AmountField', () => {
  it.each([
    ['1,000', '1,000.00'],
    ['๑,๕๐๐', '1,500.00'],
    ['໒໕໐.໕', '250.50'],
  ])('takes %s', async (pasted, shown) => {
    show(<HeldAmount />);
    const field = screen.getByLabelText('Amount');
    await userEvent.click(field);
    await userEvent.paste(pasted);
    await userEvent.tab();
    expect(field).toHaveValue(shown);
  });

  it('tidies a pasted amount when the field is left', async () => {
    show(<HeldAmount />);
    const field = screen.getByLabelText('Amount');
    expect(field).toHaveAttribute('inputmode', 'decimal');
    await userEvent.click(field);
    await userEvent.paste('12500.5');
    await userEvent.tab();
    expect(field).toHaveValue('12,500.50');
  });
});

describe('StatusBadge', () => {
  it('shows anything that has not ended as in progress', () => {
    show(
      <>
        <StatusBadge status="PENDING" />
        <StatusBadge status="SOMETHING_NEW" />
        <StatusBadge status="FAILED" />
      </>,
    );
    expect(screen.getAllByText('In progress')).toHaveLength(2);
    expect(screen.getByText('Failed')).toBeInTheDocument();
  });
});

describe('Pager', () => {
  it('links three pages before the current one and one after it', () => {
    expect(pageLinks(1, 9)).toEqual([1, 2]);
    expect(pageLinks(5, 9)).toEqual([2, 3, 4, 5, 6]);
    expect(pageLinks(9, 9)).toEqual([6, 7, 8, 9]);
    expect(pageLinks(1, 1)).toEqual([1]);
  });
});

describe('a badge', () => {
  it('darkens a light colour until white letters can be read on it', () => {
    expect(groundForWhite('#4e2e7f')).toBe('#4e2e7f');
    const dark = groundForWhite('#fec43b');
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(dark.slice(at, at + 2), 16),
    );
    // Still a yellow: darker, with its channels in the same order.
    expect(red).toBeLessThan(0xc0);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    expect(groundForWhite('gold')).toBe('#565e7a');
  });

  it('writes a bank as people call it', () => {
    render(<BankBadge code="TMB" />);
    expect(screen.getByText('ttb')).toBeInTheDocument();
  });

  it('is the operator’s picture where there is one, and its code where that does not come', () => {
    const { container } = render(<BankBadge code="TMB" logo="/banks/TMB.svg" />);
    const picture = container.querySelector('img') as HTMLImageElement;
    expect(picture).toHaveAttribute('src', '/banks/TMB.svg');
    expect(screen.queryByText('ttb')).toBeNull();
    fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('ttb')).toBeInTheDocument();
  });
});

describe('a pressed button', () => {
  it('is busy in its own place, keeps its words and ignores presses', async () => {
    const press = vi.fn();
    const button = (busy: boolean) => (
      <Button busy={busy} onClick={press}>
        Send
      </Button>
    );
    const { rerender } = render(button(true));
    const send = screen.getByRole('button', { name: 'Send', busy: true });
    await userEvent.click(send);
    expect(press).not.toHaveBeenCalled();
    rerender(button(false));
    await userEvent.click(send);
    expect(press).toHaveBeenCalledTimes(1);
  });
});
