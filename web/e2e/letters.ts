import { type CDPSession, expect, type Page } from '@playwright/test';

interface DrawnWith {
  familyName: string;
  isCustomFont: boolean;
}

/** Checks that the page's own fonts draw every text, and none of the device's fonts do. */
export async function expectOwnLetters(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'h1, h2, p, dt, dd, button, a, label, legend, option, td, th, li',
  });
  let drawn = 0;
  const strange = new Set<string>();
  for (const nodeId of nodeIds) {
    const fonts = await fontsOf(session, nodeId);
    if (!fonts) continue;
    drawn += 1;
    for (const { familyName, isCustomFont } of fonts) {
      if (isCustomFont && familyName.startsWith('Noto Sans')) continue;
      const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
      strange.add(`${familyName}: ${outerHTML.slice(0, 200)}`);
    }
  }
  await session.detach();
  expect(drawn).toBeGreaterThan(5);
  expect.soft([...strange]).toEqual([]);
}

/** The fonts that draw a node; nothing if the node has left the page since it was found. */
async function fontsOf(session: CDPSession, nodeId: number): Promise<DrawnWith[] | undefined> {
  try {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts;
  } catch (cause) {
    if (String(cause).includes('Could not find node with given id')) return undefined;
    throw cause;
  }
}

/** Checks that the loaded font files contain these letters: none is a box or from another font. */
export async function expectLetters(page: Page, letters: string): Promise<void> {
  const isHere = await page.evaluate(async (text) => {
    await document.fonts.ready;
    return document.fonts.check('400 16px Wallet', text);
  }, letters);
  expect(isHere, `the font of ${letters}`).toBe(true);
}
