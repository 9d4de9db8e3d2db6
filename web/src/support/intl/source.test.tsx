import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import portal from '../../intl/messages/en.json';
import own from '../messages/en.json';
import { useSourceName } from './source';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const wrapper = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={words}>
    {children}
  </IntlProvider>
);

it.each([
  ['game:pg', 'PG’s records'],
  ['payout', 'The payout bank'],
  ['psp:SCB', 'QR payments by SCB'],
  ['bank:scb-1', 'Payments to account SCB-1'],
  ['journal', 'Our journal'],
  ['verification', 'The verification of stored data'],
  // Nobody knows these here.
  ['made up', 'made up'],
  ['game', 'game'],
  ['other:pg', 'other:pg'],
])('the source %s is called %s', (source, name) => {
  const { result } = renderHook(useSourceName, { wrapper });
  expect(result.current(source)).toBe(name);
});
