import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useGetRefundsQuery } from '../../api/rewardApi';
import { usePages } from '../../api/usePages';
import { gateway, memberStore, refusal, show } from '../../stage';
import { PagedList } from './PagedList';

function Amounts() {
  return (
    <PagedList
      list={usePages(useGetRefundsQuery, 1)}
      items={(page) => page.refunds}
      rows={1}
      empty="none"
    >
      {(refunds) => refunds.map(({ refundAmount }) => <p key={refundAmount}>{refundAmount}</p>)}
    </PagedList>
  );
}

it('keeps a page in view until the next one comes, or a failure that can be tried again', async () => {
  const answers: ((response: Response) => void)[] = [];
  gateway(() => new Promise((resolve) => answers.push(resolve)));
  const answer = async (response: Response) => {
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.pop()?.(response);
  };
  const pageWith = (refundAmount: string) =>
    Response.json({ total: 2, refunds: [{ refundAmount }] });
  show(<Amounts />, memberStore());

  expect(screen.getByRole('status', { name: 'Loading…' })).toBeVisible();
  await answer(pageWith('first'));
  expect(await screen.findByText('first')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(screen.getByText('first').parentElement).toHaveClass('opacity-60');
  await answer(refusal(500, 'ERROR'));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText('first')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await answer(pageWith('second'));
  expect((await screen.findByText('second')).parentElement).not.toHaveClass('opacity-60');
});

it('says that there is nothing', async () => {
  gateway(() => Response.json({ total: 0, refunds: [] }));
  show(<Amounts />, memberStore());
  expect(await screen.findByText('none')).toBeVisible();
});
