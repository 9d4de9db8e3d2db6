import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepInviteCode, keptInviteCode } from '../../client/inviteCode';
import { type Call, gateway, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import { BankStep } from './BankStep';
import { allowedStep, type Draft, loadDraft } from './draft';
import { ProfileStep } from './ProfileStep';

const PASSWORD = 'Papaya-Salad-9';
const FILLED = {
  phone: '0812345678',
  clearedPhone: '0812345678',
  name: 'Somchai',
  sourceCode: 'FRIEND',
  bankCode: 'KBANK',
  bankAccountNo: '1234567890',
  firstName: 'SOMCHAI',
  lastName: 'JAIDEE',
};
const FRIEND = { code: 'FRIEND', description: { th: 'Friend', la: 'Friend', en: 'Friend' } };
const KBANK = { code: 'KBANK', nameTH: 'K', nameLA: 'K', nameEN: 'K', colour: '#138f2d' };

const go = vi.fn();
const onCreated = vi.fn();
let calls: Call[];
let draft: Draft;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const mock of [go, onCreated]) mock.mockReset();
  calls = gateway(({ path, body }) => {
    if (path === 'GET /api/lookup/sources') return Response.json({ sources: [FRIEND] });
    if (path === 'GET /api/lookup/banks') return Response.json({ banks: [KBANK] });
    if (!path.startsWith('POST')) return Response.json({});
    if (!(body as { inviteCode?: string }).inviteCode) return Response.json({ message: 'ok' });
    const refused = { message: 'INVALID_CODE', requestId: 'r', data: { fields: ['inviteCode'] } };
    return Response.json(refused, { status: 422 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The steps of the wizard that send the code. */
function Steps({ step, inviteCode }: { step: 'profile' | 'bank'; inviteCode: string }) {
  const [held, setHeld] = useState({ ...loadDraft(), ...FILLED, inviteCode });
  draft = held;
  const change = (part: Partial<Draft>) => setHeld((old) => ({ ...old, ...part }));
  const props = { draft: held, change, password: PASSWORD };
  if (step === 'bank') return <BankStep {...props} onCreated={onCreated} />;
  return <ProfileStep {...props} onPassword={() => undefined} go={go} />;
}

const sent = () => calls.filter(({ path }) => path.startsWith('POST'));
const codes = () => sent().map(({ body }) => (body as { inviteCode?: string }).inviteCode);
const field = () => screen.getByLabelText('Invite code (optional)');

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the code of an inviter whom nobody knows', () => {
  it('is wrong at its field when it was typed, and is not sent again', async () => {
    show(<Steps step="profile" inviteCode="PRnobody" />);
    await screen.findByRole('option', { name: 'Friend' });
    press('Next');
    await eventually(() => expect(field()).toBeInvalid());
    expect(field()).toHaveAccessibleDescription(/No member has this code/);
    // The field's own, and none of the form.
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(go).not.toHaveBeenCalled();
    press('Next');
    expect(field()).toBeInvalid();
    expect(codes()).toEqual(['PRnobody']);
    fireEvent.change(field(), { target: { value: '' } });
    expect(field()).toBeValid();
    press('Next');
    await eventually(() => expect(go).toHaveBeenCalledExactlyOnceWith('bank'));
  });

  it('is dropped with a notice when a link brought it, and the registration continues', async () => {
    keepInviteCode('?code=PRnobody');
    const { store } = show(<Steps step="profile" inviteCode="PRnobody" />);
    await screen.findByRole('option', { name: 'Friend' });
    press('Next');
    await eventually(() => expect(go).toHaveBeenCalledExactlyOnceWith('bank'));
    expect(codes()).toEqual(['PRnobody', undefined]);
    expect(keptInviteCode()).toBe('');
    expect(draft.inviteCode).toBe('');
    const said = store.getState().toasts.notices.map(({ text }) => text);
    expect(said).toEqual(['The invite link is no longer valid. You can register without it.']);
  });

  it('is dropped at the last step as well', async () => {
    keepInviteCode('?code=PRnobody');
    const { store } = show(<Steps step="bank" inviteCode="PRnobody" />);
    await eventually(() => expect(calls.some(({ path }) => path.endsWith('/banks'))).toBe(true));
    press('Register');
    await eventually(() => expect(onCreated).toHaveBeenCalledOnce());
    expect(codes()).toEqual(['PRnobody', undefined]);
    expect(keptInviteCode()).toBe('');
    expect(store.getState().toasts.notices).toHaveLength(1);
  });

  it('leads back from the last step to its field', async () => {
    show(<Steps step="bank" inviteCode="PRnobody" />);
    press('Register');
    await eventually(() => expect(draft.refusedCode).toBe('PRnobody'));
    expect(allowedStep('bank', draft, true)).toBe('profile');
    expect(allowedStep('bank', { ...draft, inviteCode: 'PR42' }, true)).toBe('bank');
    expect(onCreated).not.toHaveBeenCalled();
  });
});
