import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gateway, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import RegisterPage from './RegisterPage';

const DRAFT = { phone: '0812345678', name: 'Somchai', sourceCode: 'FRIEND' };
const FRIEND = { code: 'FRIEND', description: { th: 'Friend', la: 'Friend', en: 'Friend' } };

/** Lets the answer to the profile go that the gateway holds back. */
let answerProfile: () => void;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  const draft = { ...DRAFT, clearedPhone: DRAFT.phone };
  sessionStorage.setItem('wallet.register', JSON.stringify(draft));
  window.history.replaceState(null, '', '/register?step=profile');
  const answered = new Promise<void>((resolve) => {
    answerProfile = resolve;
  });
  gateway(async ({ path }) => {
    if (path === 'GET /api/lookup/sources') return Response.json({ sources: [FRIEND] });
    if (path === 'GET /api/lookup/banks') return Response.json({ banks: [] });
    if (!path.startsWith('POST')) return Response.json({});
    await answered;
    return Response.json({ message: 'ok' });
  });
});
afterEach(() => vi.unstubAllGlobals());

const step = () => screen.getByRole('heading', { level: 1 }).textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function sendProfile() {
  await show(<RegisterPage />);
  for (const field of ['Password', 'Confirm password']) {
    fireEvent.change(screen.getByLabelText(field), { target: { value: 'Papaya-Salad-9' } });
  }
  press('Next');
}

it('leads on when the profile is answered', async () => {
  await sendProfile();
  answerProfile();
  await eventually(() => expect(step()).toBe('Bank details'));
});

it('stays where "Back" led when the answer comes late', async () => {
  await sendProfile();
  press('Back');
  await eventually(() => expect(step()).toBe('Phone number'));
  await act(async () => {
    answerProfile();
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(step()).toBe('Phone number');
});
