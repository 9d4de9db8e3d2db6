import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';
import { messages } from './build/messages.ts';

const gateway = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;
const parser = '@formatjs/icu-messageformat-parser';
const isTest = Boolean(process.env.VITEST);

export default defineConfig({
  plugins: [messages(), react(), tailwindcss(), compress()],
  resolve: {
    // Messages are compiled at build time: the browser needs no ICU parser.
    alias: isTest ? [] : [{ find: parser, replacement: `${parser}/no-parser.js` }],
  },
  server: {
    host: '127.0.0.1',
    port: 15173,
    proxy: { '/api': { target: gateway, changeOrigin: false, ws: true } },
  },
  preview: { host: '127.0.0.1', port: 15174, proxy: { '/api': { target: gateway, ws: true } } },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs and rarely changes: one file, which compresses better than many.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules[\\/](?!dompurify|partysocket|@noble|@fontsource)/ },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/vitest.setup.ts'],
    restoreMocks: true,
  },
});
