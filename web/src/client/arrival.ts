/** Whether the present address was reached by the back or forward button. */
let isByHistory = false;

window.addEventListener('popstate', () => {
  isByHistory = true;
});
// The router dispatches these events for its own steps.
for (const step of ['pushState', 'replaceState']) {
  window.addEventListener(step, () => {
    isByHistory = false;
  });
}

export const hasComeBack = () => isByHistory;
