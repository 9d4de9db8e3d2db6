import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { balanceVisibilityToggled } from '../../client/preferences';
import { memberStore, show } from '../../stage';
import { QuickAmounts } from './QuickAmounts';

const open = (own: Partial<Parameters<typeof QuickAmounts>[0]> = {}, store = memberStore()) => {
  const onPick = vi.fn();
  show(
    <QuickAmounts
      amounts={['100', '500']}
      currency="THB"
      most="300.00"
      onAll={() => undefined}
      onPick={onPick}
      {...own}
    />,
    store,
  );
  return onPick;
};
const preset = (name: string) => screen.getByRole('button', { name });

describe('the presets of an amount', () => {
  it('are closed above what there is', () => {
    const onPick = open();
    expect(preset('500')).toBeDisabled();
    fireEvent.click(preset('100'));
    expect(onPick).toHaveBeenCalledWith('100.00');
    expect(preset('All')).toBeEnabled();
  });

  it('stay open while the balance is hidden, which they would give away', () => {
    const store = memberStore();
    store.dispatch(balanceVisibilityToggled());
    open({}, store);
    expect(preset('500')).toBeEnabled();
  });

  it('are marked where the amount is theirs, however it is written', () => {
    open({ value: '100.00' });
    expect(preset('100')).toHaveAttribute('aria-pressed', 'true');
    expect(preset('All')).toHaveAttribute('aria-pressed', 'false');
  });

  it('are not marked while everything is picked', () => {
    open({ value: '100', isAll: true });
    expect(preset('100')).toHaveAttribute('aria-pressed', 'false');
    expect(preset('All')).toHaveAttribute('aria-pressed', 'true');
  });
});
