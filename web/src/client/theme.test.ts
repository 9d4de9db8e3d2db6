// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createAppStore } from '../app/store';
import { themeChosen } from './preferences';
import { followTheme } from './theme';

const colours = () =>
  [...document.head.querySelectorAll('meta')].map((meta) => meta.getAttribute('content'));

afterEach(() => {
  document.head.innerHTML = '';
});

describe('the colour of the bars of the browser', () => {
  it('is that of the chosen look, and of the device without a choice', () => {
    document.head.innerHTML = `
      <meta name="theme-color" content="#f4f5f9" media="(prefers-color-scheme: light)">
      <meta name="theme-color" content="#0f1220" media="(prefers-color-scheme: dark)">`;
    const store = createAppStore();
    followTheme(store);
    expect(colours()).toEqual(['#f4f5f9', '#0f1220']);
    store.dispatch(themeChosen('dark'));
    expect(colours()).toEqual(['#0f1220', '#0f1220']);
    expect(document.documentElement.dataset.theme).toBe('dark');
    store.dispatch(themeChosen('light'));
    expect(colours()).toEqual(['#f4f5f9', '#f4f5f9']);
    store.dispatch(themeChosen('system'));
    expect(colours()).toEqual(['#f4f5f9', '#0f1220']);
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });
});
