/** The contract calls these names strings, so they are read where the ledger lists them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TYPES, WITHOUT_LINE } from './proof/line';
import { KINDS } from './support/replay/kinds';
import { METHODS, PLACES } from './ui/statement/words';

const root = join(import.meta.dirname, '../..');
const rust = (path: string) => readFileSync(join(root, path), 'utf8');
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] as string).sort();

/** From its first line to the brace in the first column. */
function block(text: string, start: string): string {
  const from = text.indexOf(`${start} {`);
  expect(from, start).toBeGreaterThan(0);
  return text.slice(from, text.indexOf('\n}', from));
}

const wallet = rust('ledger/src/wallet/event.rs');
const events = [
  // The events of a subject have their stored names before them.
  ...found(wallet, /^ {8}"(\w+)" [A-Z]/gm),
  // Those without a subject are stored by their own.
  ...found(block(wallet, 'pub enum WalletEvent'), /^ {4}(\w+)\(\1\),$/gm),
  ...found(rust('ledger/src/wallet/reward/event.rs'), /^ {8}"(\w+)" [A-Z]/gm),
].sort();
/** The house's streams are no player's: none of their events is in a history or a statement. */
const ofHouse = found(rust('ledger/src/wallet/house.rs'), /^ {8}"(\w+)" [A-Z]/gm);

describe('an event of the ledger', () => {
  it('belongs to one group of the timeline, unless it begins the wallet', () => {
    expect(['Opened', ...Object.values(KINDS).flat()].sort()).toEqual(events);
  });

  it('is known to the checker of proofs, with a line or without', () => {
    expect([...Object.keys(TYPES), ...WITHOUT_LINE].sort()).toEqual(events);
    const stored = rust('ledger/tests/stored_events.jsonl');
    const names = found(stored, /^\{(?:"Reward":\{)?"(\w+)"/gm);
    expect(ofHouse).toEqual(['LiabilitiesTotalled', 'SettingsChanged']);
    expect([...events, ...ofHouse]).toEqual(expect.arrayContaining(names));
  });

  it.each(['th', 'la', 'en'])('has its words and its reason in %s', (language) => {
    const ids = Object.keys(JSON.parse(rust(`web/src/support/messages/${language}.json`)));
    const named = (group: string) =>
      found(ids.join('\n'), new RegExp(`^${group}\\.([A-Z]\\w*)$`, 'gm'));
    // What nobody with the journal's key wrote is shown too, under a name that no row is stored by.
    expect(named('support\\.event')).toEqual([...events, 'Void'].sort());
    const [, why = ''] = rust('projections/src/replay/why.rs').split('fn rule_of');
    expect(named('support\\.why')).toEqual(found(why, /"([A-Z_]+)"/g));
  });
});

describe('a slip that waits for staff', () => {
  it.each(['th', 'la', 'en'])('has words for each reason of its ruling in %s', (language) => {
    const words = ['web/src/support/messages', 'web/src/intl/messages'].map((folder) =>
      JSON.parse(rust(`${folder}/${language}.json`)),
    );
    const known = Object.keys(Object.assign({}, ...words));
    const reasons = found(rust('gateway/payments/src/slip/ruling.rs'), /"([A-Z]+_[A-Z_]+)"/g);
    expect(reasons).toContain('PAYMENT_UNCLEAR');
    const isNamed = (reason: string) =>
      known.includes(`support.work.reason.${reason}`) || known.includes(`slipReason.${reason}`);
    expect(reasons.filter((reason) => !isNamed(reason))).toEqual([]);
  });
});

describe('a line of the statement', () => {
  it('has words for each way in', () => {
    const words = block(rust('projections/src/statement/words.rs'), 'impl DepositMethod');
    expect(Object.keys(METHODS).sort()).toEqual(found(words, /=> "(\w+)"/g));
  });

  it('has words for each place that is neither a game nor a bank', () => {
    const folder = 'projections/src/statement';
    const files = readdirSync(join(root, folder)).map((file) => rust(`${folder}/${file}`));
    const places = found(files.join('\n'), /const [A-Z]+: &str = "([A-Z]+)"/g);
    // A correction names no source.
    expect(Object.keys(PLACES).sort()).toEqual(places.filter((name) => name !== 'CORRECTION'));
  });
});
