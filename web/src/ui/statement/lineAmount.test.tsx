import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StatementLine } from '../../api/types';
import { show } from '../../stage';
import { LineAmount } from './line';

const LINE = {
  amount: '0.00',
  currency: 'THB',
  balance: '100.00',
  direction: 'in',
} as StatementLine;

it('says of a bonus that ended with nothing that no money moved', () => {
  show(<LineAmount line={{ ...LINE, statementType: 'finish_bonus', status: 'SUCCESS' }} />);
  expect(screen.getByText('No money moved')).toBeInTheDocument();
});

it('says of a slip under check that nobody knows its amount yet', () => {
  show(<LineAmount line={{ ...LINE, statementType: 'deposit', status: 'PENDING' }} />);
  expect(screen.getByText('Amount not known yet')).toBeInTheDocument();
});
