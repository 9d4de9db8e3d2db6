/**
 * The configuration of a Lao installation, derived from the demo file: Lao phones, kip, bonuses and
 * a wheel in kip, a Lao bank and a Lao payment service, and no code by SMS.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DEMO = new URL('../../gateway/demo.toml', import.meta.url);

const LAO_BANKS = `
[[bank]]
code = "BCEL"
name_th = "ธนาคารการค้าต่างประเทศลาว"
name_la = "ທະນາຄານການຄ້າຕ່າງປະເທດລາວ"
name_en = "Banque pour le Commerce Extérieur Lao"
colour = "#c8102e"

[[bank]]
code = "LDB"
name_th = "ธนาคารพัฒนาลาว"
name_la = "ທະນາຄານພັດທະນາລາວ"
name_en = "Lao Development Bank"
colour = "#0a4ab3"
`;

function exchanged(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`the demonstration set has no ${from}`);
  return changed;
}

/** There can be only one wheel; the Lao one is below the Thai one in the file. */
const THAI_WHEEL = /^\[wheel\]\n[\s\S]*?(?=# For a Lao installation)/m;

/** The blocks that are commented out in the file, "for a Lao installation". */
function withLaoParts(text: string): string {
  return text.replace(/^# For a Lao installation:?.*\n((?:#.*\n)+)/gm, (_, block: string) =>
    block.replace(/^# ?/gm, ''),
  );
}

export function laoConfig(demo: string): string {
  const steps: [string | RegExp, string][] = [
    ['lao_mode = false', 'lao_mode = true'],
    ['default_locale = "th"', 'default_locale = "la"'],
    [/(\[otp\]\n(?:#.*\n)*is_on = )true/, '$1false'],
    // The demo members have Thai phones.
    [/\[\[demo_member\]\]\n(?:.+\n)+/g, ''],
  ];
  const lao = withLaoParts(exchanged(demo, THAI_WHEEL, ''));
  const text = steps.reduce((left, [from, to]) => exchanged(left, from, to), lao);
  if (!/^code = "BCEL"|^bank_code = "BCEL"/m.test(text)) throw new Error('there is no Lao part');
  // The usual banks come first.
  return exchanged(text, /^\[\[bank\]\]/m, `${LAO_BANKS}\n[[bank]]`);
}

/** Writes the file and returns its path. */
export function writeLaoConfig(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lao.toml');
  writeFileSync(path, laoConfig(readFileSync(DEMO, 'utf8')));
  return path;
}
