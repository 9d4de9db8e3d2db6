import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProofFailure } from '../../proof/failure';
import english from '../../proof/words/english.json';
import { show } from '../../stage';
import { FailedButtons } from './FailedButtons';
import type { ProofText } from './useProofText';
import { FailedVerdict } from './Verdict';

const text: ProofText = (id) => english[id];

it('a line that is newer than the page is not called false, and the page can be loaded again', () => {
  const failure = new ProofFailure('newer', 'VoucherCredited');
  show(
    <>
      <FailedVerdict failure={failure} text={text} />
      <FailedButtons
        evidence={{ failure, lines: [], answer: null }}
        text={text}
        onClose={() => undefined}
      />
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(/could not be checked.*older than the line/);
  expect(screen.queryByText(english.bad)).toBeNull();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Reload the page',
  ]);
});
