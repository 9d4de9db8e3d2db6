import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ActionMenu } from './ActionMenu';

function show() {
  const [first, last] = [vi.fn(), vi.fn()];
  render(
    <ActionMenu
      label="More"
      actions={[
        { label: 'First', onPick: first },
        { label: 'Middle', onPick: vi.fn() },
        { label: 'Last', onPick: last },
      ]}
    />,
  );
  return { first, last, person: userEvent.setup() };
}

const button = () => screen.getByRole('button', { name: 'More' });
const item = (name: string) => screen.getByRole('menuitem', { name });

describe('further actions', () => {
  it('are behind one button, and the first one has the focus', async () => {
    const { person } = show();
    expect(screen.queryByRole('menu')).toBeNull();
    await person.click(button());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(item('First')).toHaveFocus();
  });

  it('are walked through with the arrow keys, round and round', async () => {
    const { person, last } = show();
    await person.click(button());
    await person.keyboard('{ArrowUp}');
    expect(item('Last')).toHaveFocus();
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(item('Middle')).toHaveFocus();
    await person.keyboard('{End}{Enter}');
    expect(last).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('give the focus back when they are left, and do nothing', async () => {
    const { person, first } = show();
    await person.click(button());
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
    await person.click(button());
    await person.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(first).not.toHaveBeenCalled();
  });
});
