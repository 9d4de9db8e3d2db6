#!/usr/bin/env node
/** Checks that every package of the lock files has a licence that `deny.toml` allows. */
import { allowed, crates, isMetBy, modules } from './licences.mjs';

const [ofCargo, ofNpm] = [crates(), [...modules(), ...modules('scripts/openapi')]];
if (ofCargo.length < 100 || ofNpm.length < 100) throw new Error('a lock file was not read');
const faults = [...ofCargo, ...ofNpm].filter(
  ({ license }) => !license || !isMetBy(allowed, license),
);
for (const { name, version, license } of faults)
  console.error(`${name} ${version}: ${license ?? 'no licence'}`);
console.log(
  `licences: ${ofCargo.length} crates, ${ofNpm.length} modules, ${faults.length} not allowed`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
