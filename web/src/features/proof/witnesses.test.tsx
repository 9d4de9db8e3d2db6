import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill } from '../../proof/words';
import english from '../../proof/words/english.json';
import { show } from '../../stage';
import type { ProofText } from './useProofText';
import { WitnessFigure, WitnessNotice } from './Witnesses';

const text: ProofText = (id, values) => fill(english[id], values);
const ENOUGH = { seen: 2, of: 3, quorum: 2, at: '2026-11-30T07:00:00.000Z' };

it('names how many witnesses have seen the log, and when', () => {
  show(
    <>
      <WitnessNotice witnesses={ENOUGH} text={text} />
      <WitnessFigure witnesses={ENOUGH} text={text} />
    </>,
  );
  expect(screen.getByText('Witnesses who have seen the same log: 2 of 3.')).not.toHaveClass(
    'text-caution',
  );
  expect(screen.getByText('2 of 3, 30/11/2026 14:00:00')).toBeVisible();
});

it('says as a caution that too few of them have', () => {
  const few = { ...ENOUGH, seen: 1, at: null };
  show(
    <>
      <WitnessNotice witnesses={few} text={text} />
      <WitnessFigure witnesses={few} text={text} />
    </>,
  );
  expect(screen.getByText(english['witnesses.few'])).toHaveClass('text-caution');
  expect(screen.getByText('1 of 3')).toBeVisible();
});

it('says nothing where no witness is asked', () => {
  show(
    <>
      <WitnessNotice witnesses={null} text={text} />
      <WitnessFigure witnesses={null} text={text} />
    </>,
  );
  expect(screen.queryByText(/witness/i)).toBeNull();
});
