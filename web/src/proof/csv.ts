/** RFC 4180: fields in quotes may hold commas, line ends and doubled quotes. */
import { ProofFailure } from './failure';

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

export function readCsv(text: string): string[][] {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < source.length) {
    const match = FIELD.exec(source);
    if (!match) throw new ProofFailure('unreadable', 'CSV');
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') {
      // A comma at the end of the file means one more, empty field.
      if (FIELD.lastIndex >= source.length) row.push('');
      else continue;
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
