import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import english from '../intl/messages/en.json';
import { eventually } from '../vitest.patience';
import { RouteFocus } from './RouteFocus';

/** Comes with its heading a moment later, as pages that are fetched do. */
function LatePage() {
  const [isThere, setIsThere] = useState(false);
  return (
    <main>
      {isThere && <h1>Late</h1>}
      <button type="button" onClick={() => setIsThere(true)}>
        Come
      </button>
      <input aria-label="Search" />
    </main>
  );
}

function Site() {
  const messages = english as unknown as Record<string, string>;
  return (
    <IntlProvider locale="en" messages={messages}>
      <RouteFocus />
      <nav>
        <button type="button">Bar</button>
      </nav>
      <Route path="/one">
        <main>
          <h1>One</h1>
        </main>
      </Route>
      <Route path="/two">
        <main>
          <h1>Two</h1>
        </main>
      </Route>
      <Route path="/late">
        <LatePage />
      </Route>
    </IntlProvider>
  );
}

let top = 0;
const scrollTo = (to: number) => {
  top = to;
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  top = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);
  vi.spyOn(window, 'scrollTo').mockImplementation(((to: ScrollToOptions) => {
    scrollTo(to.top ?? 0);
  }) as typeof window.scrollTo);
  navigate('/one');
});

const go = (path: string) => act(async () => navigate(path));

function goBack() {
  return act(async () => {
    const gone = new Promise((resolve) =>
      window.addEventListener('popstate', resolve, { once: true }),
    );
    window.history.back();
    await gone;
  });
}

describe('a page', () => {
  it('that is the first one has nothing done to it', () => {
    render(<Site />);
    expect(document.body).toHaveFocus();
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  it('that is gone to is seen from its top, with the focus on its heading', async () => {
    render(<Site />);
    scrollTo(700);
    await go('/two');
    expect(screen.getByText('Two')).toHaveFocus();
    expect(top).toBe(0);
  });

  it('that is gone back to is seen where it was left', async () => {
    render(<Site />);
    scrollTo(700);
    await go('/two');
    scrollTo(30);
    await goBack();
    expect(screen.getByText('One')).toHaveFocus();
    expect(top).toBe(700);
  });

  it('that comes late gets the focus when it comes', async () => {
    render(<Site />);
    screen.getByRole('button', { name: 'Bar' }).focus();
    await go('/late');
    await act(async () => screen.getByRole('button', { name: 'Come' }).click());
    await eventually(() => expect(screen.getByText('Late')).toHaveFocus());
  });

  it('does not take the focus from a player who is busy by then', async () => {
    render(<Site />);
    await go('/late');
    await userEvent.type(screen.getByLabelText('Search'), 'a');
    await act(async () => screen.getByRole('button', { name: 'Come' }).click());
    expect(screen.getByText('Late')).toBeInTheDocument();
    expect(screen.getByLabelText('Search')).toHaveFocus();
  });

  it('is reached past the bars by the link in front of them', async () => {
    render(<Site />);
    HTMLElement.prototype.scrollIntoView = () => undefined;
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('One')).toHaveFocus();
  });
});
