/** Elements without a library: attributes and children, texts always as texts. */

type Child = Node | string | null;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Labelled values, one a row. */
export function figures(rows: [label: string, value: Child, look?: string][]): HTMLElement {
  return element(
    'dl',
    {},
    ...rows.map(([label, value, look]) =>
      element('div', {}, element('dt', {}, label), element('dd', { class: look ?? '' }, value)),
    ),
  );
}
