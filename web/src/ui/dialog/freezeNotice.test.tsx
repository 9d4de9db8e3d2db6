import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { show } from '../../stage';
import { FreezeNotice } from './FreezeNotice';

it('says what is closed while staff has frozen it, and leads to who helps', async () => {
  const { replace } = show(<FreezeNotice reach="MONEY_OUT" />);
  expect(screen.getByText(/^Withdrawals are closed/)).toBeVisible();
  replace(<FreezeNotice reach="ALL" />);
  expect(screen.getByText(/^Withdrawals, deposits and games are closed/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Contact us' }));
  expect(location.pathname).toBe('/user/contact');
});
