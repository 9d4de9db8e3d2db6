#!/usr/bin/env node
/**
 * Finds words of a private dialect, in names as in sentences, and says the plain word for each.
 *
 *   scripts/words-check.mjs [PATH...]           files to read; without, everything in git
 *   scripts/words-check.mjs --count [PATH...]   how often each word is there, and in how many files
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A word in all its forms, and what to write instead. */
const PLAIN_WORDS = [
  ['anew', 'again; to make anew is to rebuild'],
  ['whoever|whomever', 'anyone who, or the person by role: the player who, the caller'],
  ['told|tell|tells|telling', 'shown, notified, reported, sent; a name: event, report, answer'],
  ['stand|stands|stood', 'is, is written, remains'],
  ['for ever', 'permanently, never expires'],
  ['of (?:its|their|his|her|your|our) own', 'its own, a separate, a dedicated'],
  ['to be had', 'available'],
  ['wish|wishes|wished', 'request, input, options, body'],
  ['beside|besides', 'next to, with, and also, outside'],
  ['at hand', 'available, loaded'],
  ['once more', 'again'],
  ['mend|mends|mended|mending', 'repair, fix'],
  ['vouch|vouches|vouched', 'sign, confirm, prove'],
  ['deed|deeds', 'action'],
  ['errand|errands', 'outbound payment, task'],
  ['go on|goes on|went on|going on|gone on', 'continue'],
  ['begun', 'started'],
  ['put right|puts right', 'correct'],
  ['thereby|therein|thereof|hence|thus', 'so, which'],
];

/** Names that are stored or belong to somebody else, and stay as they are. */
const STAYING =
  /break\.begun|ops\.(?:b|round\u200bB)egun|work\.told|STAND_IN|VIEW_STANDS_STILL|kept wish|begun_at|erased_wish/g;

/** Text that people here did not write, or that may not change: applied migrations, other languages. */
const UNREAD =
  /^(CHANGELOG\.md|web\/openapi\.json)|(^|\/)(Cargo\.lock|package-lock\.json)$|messages\/(th|la)\.json$/;
const READ = /\.(rs|sql|ts|tsx|mjs|js|py|sh|md|toml|css|html|json|patch)$|^scripts\/[\w-]+$/;

const isCount = process.argv[2] === '--count';
const chosen = process.argv.slice(isCount ? 3 : 2);
const files = execFileSync('git', ['ls-files', '--', ...chosen], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => READ.test(file) && !UNREAD.test(file) && file !== 'scripts/words-check.mjs');

// `_` and a capital letter part the words of a name.
const patterns = PLAIN_WORDS.map(([words, plain]) => ({
  plain,
  pattern: new RegExp(`(?<![A-Za-z])(?:${words})(?![A-Za-z])`, 'gi'),
}));
const parted = (line) => line.replace(/([a-z0-9])([A-Z])/g, '$1\u200b$2').replaceAll(STAYING, '');

const counts = new Map();
let found = 0;
for (const file of files) {
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { pattern, plain } of patterns) {
      for (const [word] of parted(line).matchAll(pattern)) {
        found += 1;
        const count = counts.get(word.toLowerCase()) ?? { times: 0, files: new Set() };
        counts.set(word.toLowerCase(), count);
        count.times += 1;
        count.files.add(file);
        if (!isCount) console.log(`${file}:${at + 1}: ${word} (${plain}): ${line.trim()}`);
      }
    }
  }
}
if (isCount) {
  for (const [word, { times, files }] of [...counts].sort(([, a], [, b]) => b.times - a.times))
    console.log(`${String(times).padStart(6)} ${word} in ${files.size} files`);
}
if (files.length === 0) throw new Error('no file was read');
console.log(`words: ${files.length} files read, ${found} words to replace`);
process.exitCode = found > 0 && !isCount ? 1 : 0;
