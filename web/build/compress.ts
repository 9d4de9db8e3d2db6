/** Writes a .br and a .gz next to each text file of a build; the gateway serves them unchanged. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
const WORTH_IT_BYTES_MIN = 512;

/** `of` selects the files in the folder that belong to this build. */
export function compress(of: RegExp): Plugin {
  let outDir = 'dist';
  return {
    name: 'wallet-compress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true });
      for (const file of files.filter((name) => TEXT.test(name) && of.test(name))) {
        const path = join(outDir, file);
        const bytes = await readFile(path);
        if (bytes.length < WORTH_IT_BYTES_MIN) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
