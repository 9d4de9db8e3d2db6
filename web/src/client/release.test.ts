// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findNewRelease, scriptsOf } from './release';

const PAGE = '<script type="module" crossorigin src="/assets/front-ABC.js"></script>';

function runFrom(page: string) {
  document.head.innerHTML = page;
}

function answerWith(page: string) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)));
}

afterEach(() => {
  runFrom('');
  vi.unstubAllGlobals();
});

describe('a new release', () => {
  it('is known by the scripts that the page starts with', async () => {
    runFrom(PAGE);
    answerWith(PAGE.replace('ABC', 'DEF'));
    await expect(findNewRelease()).resolves.toBe('/assets/front-DEF.js');
  });

  it('is not what an unchanged page, a lost line or a page of somebody else says', async () => {
    runFrom(PAGE);
    answerWith(PAGE);
    await expect(findNewRelease()).resolves.toBeNull();
    answerWith('<h1>Log in to the free network</h1>');
    await expect(findNewRelease()).resolves.toBeNull();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(findNewRelease()).resolves.toBeNull();
  });

  it('has its scripts in the order of the page', () => {
    expect(scriptsOf(PAGE + PAGE.replace('ABC', 'DEF'))).toBe(
      '/assets/front-ABC.js,/assets/front-DEF.js',
    );
  });
});
