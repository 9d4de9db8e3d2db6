// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keepInviteCode } from '../../client/inviteCode';
import { allowedStep, loadDraft, stepBefore, useDraft } from './draft';

const empty = loadDraft();
const phoned = { ...empty, phone: '0812345678' };
const coded = { ...phoned, otpToken: 't', otpPhone: '0812345678' };
const cleared = { ...coded, clearedPhone: '0812345678' };
const named = { ...cleared, name: 'Somchai' };

describe('the step of the wizard', () => {
  it('leads back to the one before, and never to a code that was given', () => {
    const steps = ['phone', 'otp', 'profile', 'bank'] as const;
    expect(steps.map(stepBefore)).toEqual([null, 'phone', 'phone', 'profile']);
  });

  it('cannot jump ahead of what is known', () => {
    expect(allowedStep('bank', empty, true)).toBe('phone');
    expect(allowedStep('otp', phoned, false)).toBe('phone');
    expect(allowedStep('bank', coded, true)).toBe('otp');
    expect(allowedStep('bank', cleared, true)).toBe('profile');
  });

  it('goes where the address says when nothing is missing', () => {
    expect(allowedStep(null, named, true)).toBe('phone');
    expect(allowedStep('otp', coded, false)).toBe('otp');
    expect(allowedStep('profile', cleared, false)).toBe('profile');
    expect(allowedStep('bank', named, true)).toBe('bank');
  });

  it('asks for the password again after a reload, because it is never stored', () => {
    expect(allowedStep('bank', named, false)).toBe('profile');
  });

  it('wants another code for another number', () => {
    expect(allowedStep('profile', { ...cleared, phone: '0899999999' }, false)).toBe('otp');
  });
});

describe('the draft', () => {
  it('survives a reload', () => {
    const { result } = renderHook(() => useDraft());
    act(() => result.current.change({ phone: '0812345678', name: 'Somchai' }));
    expect(loadDraft()).toMatchObject({ phone: '0812345678', name: 'Somchai' });
    act(() => result.current.forget());
    expect(loadDraft().phone).toBe('');
  });

  it('starts with the inviter code of the link', () => {
    keepInviteCode('?code=PR42');
    expect(loadDraft().inviteCode).toBe('PR42');
  });

  it('ignores a code that cannot be one', () => {
    keepInviteCode('?code=%3Cscript%3E');
    expect(loadDraft().inviteCode).toBe('');
  });
});
