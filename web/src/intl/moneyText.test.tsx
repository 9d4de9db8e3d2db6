import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import { createAppStore } from '../app/store';
import { balanceVisibilityToggled } from '../client/preferences';
import { HIDDEN_AMOUNT, moneyText, useAmountText, useMoneyText } from './moneyText';

describe('an amount in a sentence', () => {
  it('is hidden with the balance, its length too, and what the house sets is not', () => {
    const store = createAppStore();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    );
    const { result } = renderHook(
      () => ({ money: useMoneyText('THB'), amount: useAmountText('THB') }),
      { wrapper },
    );
    expect(result.current.money('1234.5')).toBe('฿1,234.50');
    expect(result.current.amount('1234.5')).toBe('1,234.50');
    act(() => {
      store.dispatch(balanceVisibilityToggled());
    });
    for (const text of [result.current.money, result.current.amount]) {
      expect([text('1'), text('1234567.89')]).toEqual([HIDDEN_AMOUNT, HIDDEN_AMOUNT]);
    }
    expect(moneyText('100', 'THB')).toBe('฿100.00');
  });
});
