import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Adapter, adapters, type ChannelPort, openChannels } from '#books/channels';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { ask } from '#testing';
import { lead, manners, type Under } from '#testing/conformance';
import { givenAnotherOrder, givenUnpaidOrder, openMoneyShop, orderOf, type Sale, total } from '#testing/shopping';

type Shop = Awaited<ReturnType<typeof openMoneyShop>>;

const all = ['alipay', 'wechat', 'unionpay', 'card'] as const;
const ways = [
  ['alipay', 'ALI_SCANCODE_PAY'],
  ['wechat', 'WEIXIN_SCANCODE_PAY'],
  ['unionpay', 'B2C'],
  ['card', 'VISA_Master_AE_JCB'],
] as const;

let shop: Shop;

beforeAll(async () => {
  shop = await openMoneyShop(all);
});
afterEach(async () => {
  openChannels();
  await shop.bank.fault('gateway', { mode: 'ok' });
  await shop.bank.fault('notify', { mode: 'ok' });
  await shop.bank.moveClock(0);
});
afterAll(async () => {
  await shop.close();
});

const under = (way: Pick<Under, 'channel' | 'paymentType'>): Under => ({
  url: shop.server.url,
  bank: shop.bank,
  ...way,
});

describe.each(ways)('%s by %s', (channel, paymentType) => {
  it.each(manners.map(({ name, run }) => [name, run] as const))(
    '%s [C17 C18 C19 C21 T13 T14 T15 T16]',
    async (_name, run) => {
      await run(under({ channel, paymentType }));
    },
  );
});

const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x64) Chrome/140',
  phone: 'Mozilla/5.0 (Linux; Android 16) Mobile Chrome/140',
  wechat: 'Mozilla/5.0 (Linux; Android 16) Mobile Chrome/140 MicroMessenger/8.0',
  apple: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Version/26.0 Mobile Safari/604.1',
};

async function offered(sale: Sale, agent: keyof typeof agents): Promise<string[]> {
  const answer = await sale.browser.send('GET', `/api/payment/order/${sale.orderId}/types`, {
    headers: { 'user-agent': agents[agent] },
  });
  const list: unknown = answer.body;
  return Array.isArray(list)
    ? list.map((one: { paymentType: string; flow: string }) => `${one.paymentType} ${one.flow}`)
    : [];
}

describe('the ways of paying', () => {
  it('are those that suit the device: banks’ pages and codes on a computer, Apple’s in its own browser [S-11]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);

    expect(await offered(sale, 'desktop')).toEqual([
      'ALI_SCANCODE_PAY qr',
      'WEIXIN_SCANCODE_PAY code',
      'UNION_SCANCODE_PAY code',
      'EXPRESS_PAY page',
      'B2C page',
      'AGREEMENT_PAY page',
      'B2B page',
      'VISA_Master_AE_JCB page',
    ]);
    expect(await offered(sale, 'phone')).toEqual([
      'ALI_SCANCODE_PAY redirect',
      'WEIXIN_SCANCODE_PAY redirect',
      'EXPRESS_PAY page',
      'AGREEMENT_PAY page',
      'VISA_Master_AE_JCB page',
    ]);
    expect(await offered(sale, 'apple')).toContain('APPLE_PAY page');
    expect(await offered(sale, 'wechat')).toEqual([
      'WEIXIN_SCANCODE_PAY sheet',
      'EXPRESS_PAY page',
      'AGREEMENT_PAY page',
      'VISA_Master_AE_JCB page',
    ]);
  });

  it('by WeChat on a phone are served to who comes from the merchant’s own site, and to nobody else [Q3]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    const { body } = await ask(sale.browser, 'payment.start', {
      body: { orderId: sale.orderId, paymentType: 'WEIXIN_SCANCODE_PAY' },
      headers: { 'user-agent': agents.phone },
    });
    const from = async (referer: string | null) => {
      const headers = referer === null ? {} : { referer };
      return (await globalThis.fetch(String(body['redirectUrl']), { headers })).status;
    };
    const own = String(shop.bank.environment['PUBLIC_URL']);

    expect([await from(null), await from('https://elsewhere.example/'), await from(`${own}/`)]).toEqual([
      403, 403, 200,
    ]);
  });

  it('leave out what does not take so little', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    await databasePool().query(
      'update exam_order set original_amount = 399, total_amount = 399, pay_amount = 399 where id = $1',
      [sale.orderId],
    );

    const ways = (await offered(sale, 'apple')).map((way) => way.split(' ')[0]);

    expect(ways).not.toContain('VISA_Master_AE_JCB');
    expect(ways).not.toContain('APPLE_PAY');
    expect(ways).toContain('ALI_SCANCODE_PAY');
  });

  it.each(['UNION_SCANCODE_PAY', 'EXPRESS_PAY', 'AGREEMENT_PAY', 'B2B'] as const)(
    'at UnionPay lead to a payment that pays: %s [C17]',
    async (paymentType) => {
      const sale = await givenUnpaidOrder(shop.server.url);
      const tradeNo = await lead(sale, paymentType, shop.bank);

      await shop.bank.settle(tradeNo, 'paid');

      expect((await orderOf(sale))['status']).toBe('PaymentSuccessful');
    },
  );

  it('by company transfer keep places as long as their product allows, and no longer than else while a session is hot [R-46 S-15]', async () => {
    const endOf = async (one: Sale) => (await orderOf(one))['paymentEndTime'];
    const brief = await givenUnpaidOrder(shop.server.url);
    const none = await givenAnotherOrder(brief.browser);
    const hot = await givenAnotherOrder(brief.browser, { isHot: true });
    const allow = (sale: Sale, hours: number) =>
      databasePool().query(
        'update product set transfer_hours = $2 from exam_session where exam_session.product_id = product.id and exam_session.id = $1',
        [sale.sessionId, hours],
      );
    await allow(brief, 2);
    await allow(none, 0);
    const before = [await endOf(none), await endOf(hot)];

    for (const sale of [brief, none, hot]) await lead(sale, 'B2B', shop.bank);

    const { rows } = await databasePool().query(
      `select payment_end_at - transfer_chosen_at = interval '2 hours' as is_two from exam_order where id = $1`,
      [brief.orderId],
    );
    expect(rows).toEqual([{ is_two: true }]);
    expect([await endOf(none), await endOf(hot)]).toEqual(before);
  });

  it('by company transfer keep an order of two late papers until the first of their prices ends [R-45 R-46]', async () => {
    const fees = { localFee: total / 2, boardFee: 0, vat: 0 };
    const sale = await givenUnpaidOrder(shop.server.url, { papers: 2, fees });
    const { rows: ends } = await databasePool().query<{ at: string }>(
      `with late as (update session_subject set is_late_entry_charge = true where session_id = $1 returning id, sort)
       insert into session_subject_late_charge (id, session_subject_id, stage, fee, start_at, end_at)
       select gen_random_uuid(), id, 'Late1', 0, app_now() - interval '1 day', app_now() + make_interval(hours => 3 + sort)
       from late returning end_at as at`,
      [sale.sessionId],
    );
    await databasePool().query(
      `insert into session_subject_late_charge (id, session_subject_id, stage, fee, start_at, end_at)
       select gen_random_uuid(), charge.session_subject_id, 'Late2', 100, charge.end_at, charge.end_at + interval '20 days'
       from session_subject_late_charge charge join session_subject paper on paper.id = charge.session_subject_id
       where paper.session_id = $1`,
      [sale.sessionId],
    );

    await lead(sale, 'B2B', shop.bank);

    const [first] = ends.map(({ at }) => at).toSorted();
    expect((await orderOf(sale))['paymentEndTime']).toBe(first);
  });

  it('by company transfer keep an order for the whole time in the last stage of late entry: no dearer price waits behind it [R-45 R-46]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    await databasePool().query(
      `with late as (update session_subject set is_late_entry_charge = true where session_id = $1 returning id)
       insert into session_subject_late_charge (id, session_subject_id, stage, fee, start_at, end_at)
       select gen_random_uuid(), id, 'Late2', 0, app_now() - interval '1 day', app_now() + interval '3 hours' from late`,
      [sale.sessionId],
    );

    await lead(sale, 'B2B', shop.bank);

    const { rows } = await databasePool().query(
      `select payment_end_at - transfer_chosen_at = interval '24 hours' as is_day from exam_order where id = $1`,
      [sale.orderId],
    );
    expect(rows).toEqual([{ is_day: true }]);
  });

  it('by company transfer hold three orders of one person at most, over all accounts [R-46 S-15]', async () => {
    const sales = await Promise.all(Array.from({ length: 4 }, () => givenUnpaidOrder(shop.server.url)));
    const ids = sales.map(({ applicationId }) => applicationId);
    await databasePool().query('update application set person_key = $2 where id = any($1)', [ids, randomBytes(32)]);
    const answers = [];
    for (const { browser, orderId } of sales)
      answers.push(await ask(browser, 'payment.start', { body: { orderId, paymentType: 'B2B' } }));

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      ...Array.from({ length: 3 }, () => [200, undefined]),
      [412, 'TRANSFER_LIMIT'],
    ]);
  });

  it('by company transfer keep no order for longer when the way is chosen again later [R-46]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    await lead(sale, 'B2B', shop.bank);
    const first = (await orderOf(sale))['paymentEndTime'];
    await lead(sale, 'B2C', shop.bank);
    await shop.bank.moveClock(5 * 60);

    await lead(sale, 'B2B', shop.bank);

    expect((await orderOf(sale))['paymentEndTime']).toBe(first);
  });

  it('by company transfer keep the order a day from the first choice, as long as it is the way, and three orders at most [R-46]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    const endOf = async (one: Sale) => {
      const { rows } = await databasePool().query(
        'select extract(epoch from payment_end_at - created_at)/3600 as hours from exam_order where id = $1',
        [one.orderId],
      );
      return Math.round(Number(rows[0]?.hours));
    };
    const isHeldToTheEnd = async ({ orderId }: Sale) => {
      const { rows } = await databasePool().query(
        `select from seat_allocation held join exam_order on exam_order.id = held.order_id
         where held.order_id = $1 and held.state = 'Held' and held.held_until = exam_order.payment_end_at`,
        [orderId],
      );
      return rows.length === 1;
    };
    const before = await endOf(sale);

    await lead(sale, 'B2B', shop.bank);
    const after = await endOf(sale);
    const heldLonger = await isHeldToTheEnd(sale);
    await lead(sale, 'B2C', shop.bank);
    const left = await endOf(sale);
    const isHeld = await isHeldToTheEnd(sale);
    await lead(sale, 'B2B', shop.bank);
    const again = await endOf(sale);
    for (let more = 0; more < 2; more += 1) await lead(await givenAnotherOrder(sale.browser), 'B2B', shop.bank);
    const fourth = await givenAnotherOrder(sale.browser);
    const refused = await ask(fourth.browser, 'payment.start', {
      body: { orderId: fourth.orderId, paymentType: 'B2B' },
    });

    expect([before, after, left, again]).toEqual([1, 24, 1, 24]);
    expect([heldLonger, isHeld]).toEqual([true, true]);
    expect([refused.status, refused.body['code']]).toEqual([412, 'TRANSFER_LIMIT']);
    await lead(sale, 'B2C', shop.bank);
    await lead(fourth, 'B2B', shop.bank);
    expect(await endOf(fourth), 'one that is paid another way leaves its place').toBe(24);
  });

  it.each(['GET', 'POST'] as const)(
    'come back by %s with 303 to the order and change nothing [C22]',
    async (method) => {
      const sale = await givenUnpaidOrder(shop.server.url);
      const tradeNo = await lead(sale, 'B2C', shop.bank);
      const form = `orderId=${tradeNo}&respCode=00&txnAmt=1`;
      const query = method === 'GET' ? `?${form}` : '';

      const answer = await sale.browser.send(method, `/api/payment/return/unionpay${query}`, {
        ...(method === 'POST' ? { body: form } : {}),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: 'https://cashier.95516.com',
        },
      });

      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/payment-success?orderId=${sale.orderId}`);
      expect((await orderOf(sale))['status']).toBe('PaymentPending');
    },
  );
});

/** An adapter as somebody in a hurry writes it: it believes what it hears, and never doubts an answer. */
function naive(real: ChannelPort): ChannelPort {
  const amounts = new Map<string, number>();
  const ours = (tradeNo: string) => ({ channelTradeNo: tradeNo, amount: amounts.get(tradeNo) ?? 0 });
  return {
    ...real,
    start: async (request) => {
      amounts.set(request.tradeNo, request.amount);
      return await real.start(request);
    },
    query: async (tradeNo, context) => {
      try {
        const state = await real.query(tradeNo, context);
        return state.state === 'paid' ? { state: 'paid', payment: { ...state.payment, ...ours(tradeNo) } } : state;
      } catch {
        return { state: 'closed' };
      }
    },
    close: async (tradeNo, context) => {
      await real.close(tradeNo, context).catch(() => 'closed');
      return 'closed';
    },
    refund: async (request) => {
      await real.refund(request).catch(() => null);
      return { state: 'done' };
    },
    parseNotify: (rawBody, now) => {
      const fields = new URLSearchParams(rawBody.toString('utf8'));
      const tradeNo = fields.get('out_trade_no') ?? '';
      const payment = { ...ours(tradeNo), paidAt: now };
      return { eventKey: randomId(), kind: 'paid', tradeNo, payment };
    },
  };
}

describe('an adapter written in a hurry', () => {
  const caught = [
    'does not believe a forged notification',
    'does not believe a genuine notification changed by one character',
    'is not paid by a fen too little, and gives it back when the order ends',
    'keeps one of two payments of one trade and gives the other back',
    'waits for a payment that the channel works on, and takes its good end',
    'keeps the seats while the channel answers nonsense',
    'does not call a refund done that the channel could not make',
  ];

  it.each(manners.filter(({ name }) => caught.includes(name)).map(({ name, run }) => [name, run] as const))(
    'is caught by: %s [T13 T15 T16 C31]',
    async (_name, run) => {
      const real = adapters.find(({ name }) => name === 'alipay');
      const hurried: Adapter = {
        name: 'alipay',
        ways: [{ paymentType: 'ALI_SCANCODE_PAY', group: 'Scan' }],
        open: (config) => {
          const port = real?.open(config);
          return port ? naive(port) : null;
        },
      };
      openChannels([hurried]);

      await expect(run(under({ channel: 'alipay', paymentType: 'ALI_SCANCODE_PAY' }))).rejects.toThrow();
    },
  );
});
