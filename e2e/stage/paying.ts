import type { Visitor } from './visitors.ts';
import { appears } from './visitors.ts';

/**
 * Pays by Alipay on the channel's own page: on a phone it opens in place and leads back, on a desktop it opens beside this one, which
 * goes on alone.
 * @param amount as the page writes it: `¥1,007.00`
 */
export async function payAtTheChannel({ page, words, isPhone }: Visitor, amount: string): Promise<void> {
  await page.getByRole('radio', { name: words.pay.alipay }).check();
  await page.getByRole('button', { name: words.pay.pay(amount) }).click();
  if (isPhone) {
    await page.getByRole('button', { name: words.outside.payNow }).click();
    const back = page.getByRole('link', { name: words.outside.back });
    const done = page.getByRole('heading', { name: words.pay.done });
    await appears(back.or(done));
    if (await back.isVisible()) await back.click();
  } else {
    await page.getByRole('img', { name: words.pay.qr }).waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: words.pay.here }).click();
    const channel = await opened;
    await channel.getByRole('button', { name: words.outside.payNow }).click();
    await channel.waitForLoadState();
  }
  await page.getByRole('heading', { level: 1, name: words.pay.done }).waitFor();
}
