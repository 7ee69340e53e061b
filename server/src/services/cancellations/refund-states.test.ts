import { keepFile } from '#office/files';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, askStaff, expectExactly, givenStaff, type SignedInStaff } from '#testing';
import {
  booksProblems,
  givenPaid,
  openDesk,
  type Registration,
  request,
  valueOf,
  work,
} from '#testing/cancellations-desk';

let desk: Awaited<ReturnType<typeof openDesk>>;
let staff: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  staff = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
afterEach(async () => {
  await desk.bank.moveClock(0);
  await desk.bank.fault('gateway', { mode: 'ok' });
});

const states = ['Pending', 'Rejected', 'Closed', 'Approved', 'Processing', 'Failed', 'Completed'] as const;
type State = (typeof states)[number];

const ofRequest = async ({ applicationId }: Registration) =>
  (await valueOf<string>('(select request_id from cancellation_item where application_id = $1)', [applicationId])) ??
  '';
const ofRefund = async ({ applicationId }: Registration) =>
  (await valueOf<string>('(select id from refund where application_id = $1 order by submitted_at limit 1)', [
    applicationId,
  ])) ?? '';
const versionOf = async (table: 'refund' | 'cancellation_request', id: string) =>
  (await valueOf<number>(`(select version from ${table} where id = $1)`, [id])) ?? 0;
const why = 'As the table of states says.';

/** Everything that somebody can do to a refund over HTTP, each with the present version. */
const acts = {
  askAgain: (one: Registration) => request(one),
  takeBack: ({ browser, applicationId }: Registration) =>
    ask(browser, 'application.takeBackCancellation', { params: { id: applicationId } }),
  approve: async (one: Registration) => decide(one, 'approve'),
  reject: async (one: Registration) => decide(one, 'reject'),
  retry: async (one: Registration) => handle(one, 'retry'),
  payByHand: async (one: Registration) => handle(one, 'proposeByHand'),
} as const;
type Act = keyof typeof acts;

async function decide(one: Registration, what: 'approve' | 'reject') {
  const id = await ofRequest(one);
  const body = { version: await versionOf('cancellation_request', id), reason: why };
  return await askStaff(staff, `cancellations.${what}`, { params: { id }, body });
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
const receipt = async () => (await keepFile({ staffId: staff.staff.id }, { content: pdf, fileName: 'receipt.pdf' })).id;

/** Does what a clerk does on the page; `seen` is the version that the page showed, by default the one of now. */
async function handle(one: Registration, what: 'retry' | 'proposeByHand', seen?: number) {
  const id = await ofRefund(one);
  const voucher = what === 'retry' ? {} : { voucher: `V-${id.slice(0, 13)}`, fileId: await receipt() };
  const body = { version: seen ?? (await versionOf('refund', id)), reason: why, ...voucher };
  return await askStaff(staff, `refunds.${what}`, { params: { id }, body });
}

const refusal = { mode: 'error', code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', only: 'alipay.trade.refund' };

/** What leads a refund into a state, from a paid registration. */
const ways: Record<State, (one: Registration) => Promise<unknown>> = {
  Pending: (one) => request(one),
  Rejected: (one) => ways.Pending(one).then(() => acts.reject(one)),
  Closed: (one) => ways.Pending(one).then(() => acts.takeBack(one)),
  Approved: (one) => ways.Pending(one).then(() => acts.approve(one)),
  Processing: async (one) => {
    await ways.Approved(one);
    await desk.bank.fault('gateway', { mode: 'down' });
    await work();
  },
  Failed: async (one) => {
    await ways.Approved(one);
    await desk.bank.fault('gateway', refusal);
    await work();
  },
  Completed: (one) => ways.Approved(one).then(() => work()),
};

/** What the table lets happen, and the state it leads to; by hand a second person is asked first, so nothing moves yet. */
const table: Record<State, Partial<Record<Act, State>>> = {
  Pending: { takeBack: 'Closed', approve: 'Approved', reject: 'Rejected' },
  // The first refund stays what it is; the new request has one of its own.
  Rejected: { askAgain: 'Rejected' },
  Closed: { askAgain: 'Closed' },
  Approved: {},
  Processing: {},
  Failed: { retry: 'Processing', payByHand: 'Failed' },
  Completed: {},
};

async function given(state: State): Promise<Registration> {
  const one = await givenPaid(desk.server.url, desk.bank);
  await ways[state](one);
  return one;
}

async function standing(one: Registration) {
  const id = await ofRefund(one);
  return {
    status: await valueOf<State>('(select status from refund where id = $1)', [id]),
    steps: await valueOf<number>('(select count(*)::integer from history where object_id = $1)', [id]),
    refunds: await valueOf<number>('(select count(*)::integer from refund where application_id = $1)', [
      one.applicationId,
    ]),
  };
}

describe('the table of refunds', () => {
  it.each(states)(
    'in state %s lets happen what it names and refuses everything else, which changes nothing [9.5#1 9.5#2 9.5#3 9.5#4 9.5#6 9.5#7 9.5#8 9.5#9 9.5#10]',
    async (state) => {
      const one = await given(state);
      const before = await standing(one);
      const forbidden = (Object.keys(acts) as Act[]).filter((act) => table[state][act] === undefined);
      const answers: Record<string, number> = {};
      for (const act of forbidden) answers[act] = (await acts[act](one)).status;
      const after = await standing(one);
      const led: Record<string, State | null> = {};
      for (const act of Object.keys(table[state]) as Act[]) {
        await desk.bank.fault('gateway', { mode: 'ok' });
        const another = await given(state);
        const answer = await acts[act](another);
        led[act] = answer.status < 300 ? (await standing(another)).status : null;
      }

      expect(before.status).toBe(state);
      expect(Object.values(answers).filter((status) => status !== 412 && status !== 409)).toEqual([]);
      expect(after).toEqual(before);
      expect(led).toEqual(table[state]);
      expectExactly(await booksProblems()).toEqual([]);
    },
  );

  it('has nothing in it to a stranger or to staff of no right [9.5 T8 T32]', async () => {
    const one = await given('Pending');
    const stranger = await given('Pending');
    const nobody = await givenStaff(desk.server.consoleUrl, { roles: ['supportAgent'] });
    const id = await ofRequest(one);

    const taken = await ask(stranger.browser, 'application.takeBackCancellation', {
      params: { id: one.applicationId },
    });
    const quoted = await ask(stranger.browser, 'application.cancellationQuote', { params: { id: one.applicationId } });
    const approved = await askStaff(nobody, 'cancellations.approve', { params: { id }, body: { version: 1 } });

    expect([taken.status, quoted.status, approved.status]).toEqual([404, 404, 403]);
    expect((await standing(one)).status).toBe('Pending');
  });
});

describe('two members of staff at once', () => {
  it('who approve the same second opinion: the money goes once, the other is told [S-16 C28 C29 T18]', async () => {
    const one = await givenPaid(desk.server.url, desk.bank, { fees: { localFee: 300_000, boardFee: 0, vat: 0 } });
    await request(one);
    await decide(one, 'approve');
    const proposal = await valueOf<string>(`(select id from proposal where object_id = $1 and status = 'Open')`, [
      await ofRequest(one),
    ]);
    const others = await Promise.all(Array.from({ length: 2 }, () => givenStaff(desk.server.consoleUrl)));

    const answers = await Promise.all(
      others.map((each) => askStaff(each, 'approvals.approve', { params: { id: proposal ?? '' }, body: {} })),
    );
    await work();

    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await desk.bank.trade(one.tradeNo))?.refunds.map(({ amountFen }) => amountFen)).toEqual([240_000]);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('who send the same failed refund again: it is sent once, the other is told [C30 S-1]', async () => {
    const one = await given('Failed');
    await desk.bank.fault('gateway', { mode: 'ok' });

    const seen = await versionOf('refund', await ofRefund(one));

    const answers = await Promise.all(Array.from({ length: 5 }, () => handle(one, 'retry', seen)));
    await work();

    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
    expect((await desk.bank.trade(one.tradeNo))?.refunds).toHaveLength(1);
  });
});
