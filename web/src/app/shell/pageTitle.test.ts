/** @vitest-environment jsdom */
import { expect, it } from 'vitest';
import { MEMBER_FILES } from '../routes';
import { pageTitle } from './pageTitle';

it('each page of a member has its own title in the header of a desktop', () => {
  const paths = Object.keys(MEMBER_FILES);
  expect(new Set(paths.map(pageTitle)).size).toBe(paths.length);
  expect(pageTitle('/user/statement/')).toBe(pageTitle('/user/statement'));
});
