// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { pressNamed } from '@exam/ui/testing';
import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paymentWords } from '../../messages/payment.ts';
import { givenPayable, headingsOf } from '../../testing/payment.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();

describe('inside WeChat', () => {
  const sheet: Reply<'payment.types'> = [{ paymentType: 'WEIXIN_SCANCODE_PAY', group: 'Scan', flow: 'sheet' }];
  const fields = [
    { name: 'appId', value: 'wx1' },
    { name: 'package', value: 'prepay_id=wx2' },
  ];
  const invoked = vi.fn();
  beforeEach(() => {
    invoked.mockReset();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) MicroMessenger/8.0');
    const { id: orderId } = portal().example('order.get');
    portal().says('payment.sheet', () => ({ orderId, fields }));
    portal().says('payment.query', () => ({ ...portal().example('payment.query'), status: 'PaymentPending' }));
    onTestFinished(() => {
      delete window.WeixinJSBridge;
    });
  });

  /** WeChat as it is in the page: the sheet ends as told. */
  function putBridge(said: string): void {
    window.WeixinJSBridge = {
      invoke: (name, given, tell) => {
        invoked(name, given);
        tell({ err_msg: said });
      },
    };
  }
  /** Comes back from the sign-in. */
  const comeBack = () => open(portal(), `${givenPayable(portal(), sheet)}&code=the-code&state=a1b2`);

  it.each(['get_brand_wcpay_request:ok', 'system:busy', ''])(
    'the sheet is opened by what the server answers, and its “%s” leads to the result, which asks the server [S-13 C22]',
    async (said) => {
      putBridge(said);
      await comeBack();

      const { id: orderId } = portal().example('order.get');
      expect(portal().sent).toMatchObject([
        { name: 'payment.sheet', wrong: null, body: { orderId, code: 'the-code', state: 'a1b2' } },
      ]);
      expect(invoked.mock.calls).toEqual([['getBrandWCPayRequest', { appId: 'wx1', package: 'prepay_id=wx2' }]]);
      expect(location.pathname + location.search).toBe(`/payment-success?orderId=${orderId}`);
      expect(portal().read).toContain('payment.returned');
    },
  );

  it('the sheet waits for WeChat where it is not there yet', async () => {
    await comeBack();
    const before = invoked.mock.calls.length;
    putBridge('get_brand_wcpay_request:ok');
    await act(async () => void document.dispatchEvent(new Event('WeixinJSBridgeReady')));

    expect([before, invoked.mock.calls.length]).toEqual([0, 1]);
    await expect.poll(() => location.pathname).toBe('/payment-success');
  });

  it.each([
    ['cancelled', 'get_brand_wcpay_request:cancel'],
    ['failed', 'get_brand_wcpay_request:fail'],
    ['failed', 'get_brand_wcpay_request:fail_no permission to execute'],
  ] as const)('a sheet that is %s says so, and the payment can be begun again: %s', async (end, said) => {
    const { wechat, pay } = await paymentWords.load('en');
    putBridge(said);
    const page = await comeBack();

    expect(location.pathname).toBe('/payment/pay');
    expect(page.textContent).toContain(wechat[end].title);
    expect(page.textContent).not.toContain(wechat.title);
    await pressNamed(portal(), page, pay('¥1,000.00'));
    expect(portal().sent.map(({ name }) => name)).toEqual(['payment.sheet', 'payment.start']);
  });

  it('the address forgets what the sign-in brought, and a refused one leads back to the ways of paying', async () => {
    const { order, choose, wechat } = await paymentWords.load('en');
    putBridge('get_brand_wcpay_request:ok');
    portal().refuses('payment.sheet', 412);
    const page = await comeBack();

    const { id, code } = portal().example('order.get');
    expect(location.search).toBe(`?orderId=${id}`);
    expect(invoked).not.toHaveBeenCalled();
    expect(headingsOf(page)).toEqual([order(code), choose]);
    expect(page.textContent).not.toContain(wechat.cancelled.title);
  });

  it('that never shows its bridge has failed', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    const { wechat } = await paymentWords.load('en');
    const page = await comeBack();
    const before = page.textContent.includes(wechat.title);
    await act(async () => await vi.advanceTimersByTimeAsync(10_000));

    expect([before, page.textContent.includes(wechat.failed.title)]).toEqual([true, true]);
  });

  it.each(['en', 'zh'] as const)(
    'an order is paid in another browser where neither WeChat Pay nor Alipay works, %s',
    async (language) => {
      const { wechat, noTypes } = await paymentWords.load(language);
      const told = async (ways: Reply<'payment.types'>) => {
        const { textContent } = await open(portal(), givenPayable(portal(), ways), language);
        return [wechat.elsewhere.text, noTypes].map((each) => textContent.includes(each));
      };
      const card: Reply<'payment.types'> = [{ paymentType: 'VISA_Master_AE_JCB', group: 'Other', flow: 'page' }];

      expect([await told([]), await told(card), await told(sheet)]).toEqual([
        [true, false],
        [true, false],
        [false, false],
      ]);
    },
  );
});
