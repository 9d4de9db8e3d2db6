// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { keepInviteCode, keptInviteCode } from '../../app/inviteCode';
import { inviteLink } from './inviteLink';

describe('the link for friends', () => {
  it('leads to registration with the code of the member', () => {
    expect(inviteLink('https://wallet.example', '0193-ab')).toBe(
      'https://wallet.example/register?code=PR0193-ab',
    );
  });

  it('carries a code that the register page keeps', () => {
    const id = '01930f7e-1c2d-7a6b-9c8d-0e1f2a3b4c5d';
    keepInviteCode(new URL(inviteLink('https://wallet.example', id)).search);
    expect(keptInviteCode()).toBe(`PR${id}`);
  });
});
