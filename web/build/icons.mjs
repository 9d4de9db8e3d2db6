/**
 * Draws the icons by which browsers install the portal, from a mark: `node build/icons.mjs MARK.svg
 * FOLDER` writes icon-192.png, icon-512.png and both as `maskable`, whose edge a system may cut away.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const [mark, folder, ground = '#2f3db8'] = process.argv.slice(2);
if (!mark || !folder) throw new Error('usage: node build/icons.mjs MARK.svg FOLDER [GROUND]');

/** The share of a maskable icon that no system cuts away. */
const SAFE = '80%';

const drawing = `data:image/svg+xml;base64,${(await readFile(mark)).toString('base64')}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  for (const [name, width, background] of [
    ['icon', '100%', 'transparent'],
    ['icon-maskable', SAFE, ground],
  ]) {
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">
       <img src="${drawing}" style="width:${width}"></body>`,
      { waitUntil: 'load' },
    );
    const path = join(folder, `${name}-${size}.png`);
    await page.screenshot({ path, omitBackground: true });
  }
  await page.close();
}
await browser.close();
