import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import {
  ask,
  askStaff,
  givenExam,
  givenSignedIn,
  givenStaff,
  rowsOf,
  type SignedInStaff,
  type TestExam,
} from '#testing';
import { expire, startPaying } from '#testing/shopping';
import { addChild, askDue, givenOther, letPass, toldOf, useGuardians, type Registered } from './guardian.testing.ts';
import { makeOne, remove, takeBack } from './reordered.testing.ts';
import { meddle, payOrder } from './world.testing.ts';

const { world, calls } = useGuardians();

/** Numbers that look drawn by lot and are the same each time (mulberry32). */
function lot(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What an act may need: the line that the family speaks of, whose numbers there are, and what was ordered. */
type Family = {
  line: Registered;
  officer: SignedInStaff;
  second: SignedInStaff;
  exams: readonly TestExam[];
  numbers: readonly string[];
  children: readonly string[];
  orders: { orderId: string; tradeNo: string | null; applicationId: string }[];
  next: <T>(from: readonly T[]) => T;
};

/** Everything that a family, a guardian, staff and time can do; each may be refused, and then it was nothing. */
const acts: Readonly<Record<string, (family: Family) => Promise<unknown>>> = {
  submit: async (family) => {
    const { browser } = family.line;
    const fresh = await givenOther(world, { browser, exam: family.next(family.exams) });
    family.line = { ...fresh, candidateId: family.next(family.children) };
    await makeOne(family.line.exam, family.line);
  },
  changeExam: async (family) => await makeOne(family.next(family.exams), family.line),
  changeChild: async (family) =>
    await makeOne(family.line.exam, { ...family.line, candidateId: family.next(family.children) }),
  changeNumber: async ({ line, numbers, next }) => await meddleGuardian(line.candidateId, next(numbers), line),
  order: async (family) => {
    const { browser, applicationId } = family.line;
    const { body } = await ask(browser, 'order.place', {
      body: { applicationIds: [applicationId], totalPayAmount: 150_000 },
    });
    if (typeof body['id'] === 'string') family.orders.push({ orderId: body['id'], tradeNo: null, applicationId });
  },
  pay: async (family) => {
    const order = family.orders.at(-1);
    if (order) await payOrder(family.line.browser, world.bank, order.orderId).catch(() => undefined);
  },
  lapse: async (family) => {
    const order = family.orders.at(-1);
    if (!order) return;
    order.tradeNo = await startPaying({ browser: family.line.browser, orderId: order.orderId }).catch(() => null);
    await expire(world.bank, { orderId: order.orderId }).catch(() => undefined);
  },
  reorder: async (family) => {
    const order = family.orders.at(-1);
    if (!order) return;
    const { text } = await ask(family.line.browser, 'application.reorder', { query: { orderId: order.orderId } });
    const id = JSON.parse(text).cloned?.[0]?.applicationId;
    if (typeof id === 'string') family.line = { ...family.line, applicationId: id };
  },
  payLate: async ({ orders }) => {
    const order = orders.findLast(({ tradeNo }) => tradeNo !== null);
    if (order?.tradeNo) await world.bank.settle(order.tradeNo, 'late').catch(() => undefined);
  },
  agree: async (family) => await calls.agree(await linkOf(family)),
  object: async (family) => await calls.object(await linkOf(family)),
  takeBack: async ({ line }) => await takeBack(line, 'guardianAgreed').catch(() => undefined),
  refuse: async ({ line }) => {
    const [open] = await rowsOf(
      `select id, version from rights_request where account_id = $1 and kind = 'Objection' and status = 'Received' limit 1`,
      [line.browser.accountId],
    );
    if (!open) return;
    const staff = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const body = { version: Number(open['version']), reason: 'It was the neighbour.' };
    await askStaff(staff, 'rights.refuse', { params: { id: String(open['id']) }, body });
  },
  foundStranger: async ({ line, second }) => {
    const [open] = await rowsOf(
      `select id, version from rights_request where account_id = $1 and kind = 'Objection' and status = 'Received' limit 1`,
      [line.browser.accountId],
    );
    if (!open) return;
    const staff = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const body = { version: Number(open['version']), reason: 'It was the neighbour.', isStranger: true };
    const proposed = await askStaff(staff, 'rights.proposeMistaken', { params: { id: String(open['id']) }, body });
    await approve(second, proposed.body);
  },
  endFormer: async ({ line, officer, second }) => {
    const { text } = await askStaff(officer, 'applications.get', { params: { id: line.applicationId } });
    const { version, formerGuardians } = JSON.parse(text);
    const body = { version, caseId: formerGuardians?.[0]?.caseId, reason: 'The number was mistyped.' };
    const proposed = await askStaff(officer, 'applications.endFormer', { params: { id: line.applicationId }, body });
    await approve(second, proposed.body);
  },
  reinstate: async ({ line, officer, second }) => {
    const { text } = await askStaff(officer, 'applications.get', { params: { id: line.applicationId } });
    const { version, wrongNumbers } = JSON.parse(text);
    const body = { version, caseId: wrongNumbers?.[0]?.caseId, reason: 'The father rang us up.' };
    const params = { id: line.applicationId };
    const proposed = await askStaff(officer, 'applications.reinstateGuardian', { params, body });
    await approve(second, proposed.body);
  },
  swapNames: async ({ line }) => {
    const { body } = await ask(line.browser, 'candidate.get', { params: { id: line.candidateId } });
    const { lastName, firstName, ...form } = Object(body);
    await ask(line.browser, 'candidate.modify', { body: { ...form, lastName: firstName, firstName: lastName } });
  },
  bringForward: async ({ exams, next }) =>
    await meddle(
      `update exam_session set exam_date = (tomorrow at time zone 'Asia/Shanghai')::date, starts_at = tomorrow,
         publish_end_at = least(publish_end_at, tomorrow - interval '1 hour')
       from (select date_trunc('second', app_now()) + interval '20 hours' as tomorrow) it where id = $1`,
      [next(exams).sessionId],
    ),
  move: async ({ line, officer, exams, next }) => {
    const { body } = await askStaff(officer, 'applications.get', { params: { id: line.applicationId } });
    const sessionId = next(exams).sessionId;
    await askStaff(officer, 'applications.move', {
      params: { id: line.applicationId },
      body: { version: Number(body['version'] ?? 1), sessionId, reason: 'the hall is closed' },
    });
  },
  delete: async ({ line }) => await remove(line),
  wait: async ({ line }) => await letPass(line.applicationId, '40 hours'),
};

const approve = async (staff: SignedInStaff, { proposalId }: Record<string, unknown>) =>
  await askStaff(staff, 'approvals.approve', { params: { id: proposalId }, body: { reason: 'So it is.' } });

/** The account names another number for a saved child's guardian. */
async function meddleGuardian(candidateId: string, mobile: string, { browser }: Registered): Promise<void> {
  const { body } = await ask(browser, 'candidate.get', { params: { id: candidateId } });
  const { guardianModel, ...form } = Object(body);
  await ask(browser, 'candidate.modify', { body: { ...form, guardianModel: { ...Object(guardianModel), mobile } } });
}

const linkOf = async ({ line, next }: Family) => {
  const told = await toldOf(line.applicationId);
  return told.length === 0 ? 'none' : next(told).values.token;
};

/** What must hold of an account after every act, as SQL that finds what breaks it. */
const broken: Readonly<Record<string, string>> = {
  'nobody under 14 passes without the agreement of the guardian who is named': `
    select thing.object_id from sitting_begins thing join application on application.id = thing.object_id
    where thing.account_id = $1 and thing.is_placed and thing.age_class < 14 and thing.guardian_key is not null
      and not exists (select from guardian_waits wait where wait.object_id = thing.object_id)
      and not exists (select from guardian_case known
        join guardian_answer agreed on agreed.case_id = coalesce(known.carried_from, known.id) and agreed.kind = 'agreed'
        where known.account_id = thing.account_id and known.person_key = thing.person_key and known.sitting = thing.sitting
          and known.mobile_key = thing.guardian_key
          and not exists (select from guardian_answer later where later.case_id = agreed.case_id and later.at >= agreed.at
            and later.kind in ('takenBack', 'objected', 'notGuardian')))`,
  'nothing passes while an objection of any guardian of the child stands': `
    select thing.object_id from sitting_begins thing
    where thing.account_id = $1 and thing.age_class < 18
      and exists (select from guardian_said said where said.account_id = thing.account_id and said.birth_key = thing.birth_key and said.is_objected
        and not exists (select from guardian_said here where here.account_id = thing.account_id and here.sitting = thing.sitting
          and here.mobile_key = said.mobile_key and here.agreed_at > said.objected_at))
      and not exists (select from guardian_waits wait where wait.object_id = thing.object_id and wait.has_objected)`,
  'nobody of 14 and more waits past the eve of the exam, but for an objection, an agreement taken back or a number found wrong': `
    select thing.object_id from sitting_begins thing join guardian_waits wait on wait.object_id = thing.object_id
    where thing.account_id = $1 and thing.age_class >= 14 and not wait.has_objected and not wait.must_agree
      and not exists (select from guardian_said said where said.account_id = thing.account_id and said.mobile_key = thing.guardian_key and said.is_ended)
      and wait.until > (thing.exam_date - 1)::timestamp at time zone 'Asia/Shanghai'`,
  'nobody is asked twice about one thing, unless an objection was refused in between, or they were reinstated': `
    select known.id from guardian_case known join guardian_answer asked on asked.case_id = known.id and asked.kind = 'asked'
    where known.account_id = $1 group by known.id
    having count(*) > 1 + (select count(*) from guardian_answer refused where refused.case_id = known.id and refused.kind in ('objectionRefused', 'reinstated'))`,
  'no registration that was placed waits for somebody who was never asked, but for a number found wrong': `
    select thing.object_id from sitting_begins thing
    where thing.account_id = $1 and thing.is_placed and thing.guardian_key is not null and thing.begins_at > app_now()
      and not exists (select from guardian_said said where said.account_id = thing.account_id and said.person_key = thing.person_key
        and said.sitting = thing.sitting and said.mobile_key = thing.guardian_key and said.asked_at is not null)
      and not exists (select from guardian_said said where said.account_id = thing.account_id and said.mobile_key = thing.guardian_key and said.is_ended)`,
};

describe('what guardians say, whatever is done in whatever sequence', () => {
  it.each([
    [1, '2014-05-06'],
    [2, '2014-05-06'],
    [3, '2011-05-06'],
    [4, '2011-05-06'],
    [5, '2014-05-06'],
  ])(
    'holds through a hundred acts drawn by lot (%s), of a child born on %s [PIPL-31 PIPL-15 R-49 S-3 9.7]',
    async (seed, dob) => {
      await setClockOffset(0);
      const draw = lot(seed);
      const next = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T;
      const browser = await givenSignedIn(world.url);
      await meddle('delete from rate_limit', []);
      const first = await givenExam();
      const exams = [first, await givenExam({ anotherDayOf: first }), await givenExam({ anotherDayOf: first })];
      const line = await givenOther(world, { browser, exam: first, dob });
      const children = [line.candidateId, await addChild(browser, `136${randomDigits(8)}`, '2011-07-08')];
      const numbers = [line.mobile, browser.phone, `138${randomDigits(8)}`];
      const officer = await givenStaff(world.consoleUrl);
      const second = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'privacyOfficer'] });
      const family: Family = { line, officer, second, exams, numbers, children, orders: [], next };
      const done: string[] = [];
      const found: string[] = [];

      for (let step = 0; step < 100 && found.length === 0; step += 1) {
        const name = next(Object.keys(acts));
        done.push(name);
        await acts[name]?.(family);
        await askDue();
        for (const [rule, query] of Object.entries(broken))
          if ((await rowsOf(query, [browser.accountId])).length > 0) found.push(`${rule}, after ${done.join(', ')}`);
      }

      expect(found).toEqual([]);
      expect(new Set(done).size).toBeGreaterThan(10);
    },
  );
});
