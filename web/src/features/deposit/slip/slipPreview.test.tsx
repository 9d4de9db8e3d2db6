import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { show } from '../../../stage';
import { SlipPreview } from './SlipPreview';

const FILE = new File(['x'], 'slip.jpg');

/** The preview after the server, or this device, has refused the upload. */
function refused(problem: { code: string; status: number; data?: Record<string, unknown> }) {
  const slip = { phase: 'preview', file: FILE, problem, share: 0 };
  show(<SlipPreview slip={slip as never} file={FILE} />);
  return screen.getByRole('alert').textContent;
}

beforeEach(() => {
  URL.createObjectURL = () => 'blob:slip';
  URL.revokeObjectURL = () => undefined;
});

describe('an upload that was refused', () => {
  it.each([
    [408, 'REQUEST_TIMEOUT'],
    [0, 'TIMEOUT'],
  ])('as too slow (%d) may be tried again', (status, code) => {
    expect(refused({ status, code })).toMatch(/took too long.*try again/);
  });

  it.each([
    ['HEIC', /^HEIC.* cannot be read\. Take a screenshot/],
    ['PDF', /PDF files cannot be read\. Take a screenshot/],
    [undefined, /^Invalid slip file\. Take a screenshot/],
  ])('as a file of another kind (%s) says what to send instead', (kind, words) => {
    expect(refused({ status: 422, code: 'SLIP_INVALID_FILE', data: { kind } })).toMatch(words);
  });
});
