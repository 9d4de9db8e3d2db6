import type { ReactNode } from 'react';
import { classNames } from '../../ui/display/classNames';

export interface Column {
  label: string;
  isNumber?: boolean;
}

interface FiguresProps {
  label: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table of figures; on small screens it scrolls by itself. */
export function Figures({ label, columns, rows }: FiguresProps) {
  const look = (at: number) => (columns[at]?.isNumber ? 'tabular text-end' : 'text-start');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard.
    <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column, at) => (
              <th
                key={column.label}
                scope="col"
                className={classNames('py-2 pe-4 align-bottom font-medium last:pe-0', look(at))}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b border-line last:border-0">
              {row.cells.map((cell, at) => (
                <td
                  key={columns[at]?.label}
                  className={classNames(
                    'py-2 pe-4 last:pe-0',
                    look(at),
                    columns[at]?.isNumber && 'whitespace-nowrap',
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
