import type { EndpointName } from '@exam/contract/endpoints';
import { keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { seal } from '#platform/vault';
import { tasks as retentionTasks } from '#privacy/retention';
import { ask, askStaff, givenExam, givenStaff, moveClockTo, type SignedInStaff, rowsOf } from '#testing';
import { type Family, givenFamily } from './family.testing.ts';
import { givenLapsed } from './lapsed-orders.testing.ts';
import { masked, opening } from './minors-table.testing.ts';
import { givenNeverBooked } from './never-booked.testing.ts';
import { bookingOn, postTest } from './planting.testing.ts';
import { addressesOf, allNames, callOf, type Ids, isLater, requestsWith } from './requests.testing.ts';
import {
  addToCart,
  type CartLine,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  submission,
  withoutRequestId,
  type World,
} from './world.testing.ts';

let world: World;
let staff: SignedInStaff;
let family: Family;
let cart: CartLine;
beforeAll(async () => {
  world = await openWorld();
  staff = await givenStaff(world.consoleUrl);
  family = await givenFamily(world);
  cart = await addToCart(family.browser);
  await finish(family);
});
afterAll(() => world.close());

/** Everything of the child is over: nothing is in the way of its deletion, and every record of it has to be kept. */
async function finish({ applicationId, bookingId, postTestId, cancellationId, caseId }: Family): Promise<void> {
  await meddle(
    `update misconduct_case set status = 'Closed', outcome = 'Nothing.', closed_at = app_now(), closed_by = gen_random_uuid() where id = $1`,
    [caseId],
  );
  await meddle(`update application set status = 'Cancelled' where id = $1`, [applicationId]);
  await meddle(`update booking set status = 'Completed' where id = $1`, [bookingId]);
  await meddle(`update post_test set status = 'Complete', completed_at = app_now() where id = $1`, [postTestId]);
  await meddle(
    `update cancellation_request set outcome = 'TakenBack', decided_at = app_now(), documents_due_at = app_now() where id = $1`,
    [cancellationId],
  );
  await meddle('update cancellation_item set is_open = false where request_id = $1', [cancellationId]);
}

/** A draft of a post-test request for somebody by name, half-filled. */
async function givenDraftFor(f: Family): Promise<string> {
  const [lastName = '', firstName = ''] = f.marks;
  const id = await postTest(f, { status: 'Initiated' });
  const entered = JSON.stringify({ lastName, firstName: firstName.toLowerCase(), birthday: '2014-05-06' });
  const sealed = seal(entered, { table: 'post_test', row: id, column: 'entered' });
  await meddle('update post_test set entered_sealed = $2 where id = $1', [id, sealed]);
  return id;
}

const deletion = ({ browser, candidateId }: Pick<Family, 'browser' | 'candidateId'>) =>
  ask(browser, 'rights.askDeletion', { body: { candidateId } });

/** Every id by which something of the child may be asked for. */
const idsOf = (f: Family) => [
  f.candidateId,
  f.applicationId,
  f.bookingId,
  f.postTestId,
  f.cancellationId,
  f.documentId,
  ...Object.values(f.files),
];

type Said = { status: number; text: string };

/** The owner's good request with an id at every place that takes one of that kind. */
async function sayWith(name: EndpointName, kind: Kind, id: string): Promise<Said[]> {
  const base: Ids = {
    applicationId: cart.applicationId,
    candidateId: cart.candidateId,
    orderId: family.orderId,
    otherId: randomId(),
    exam: cart.exam,
  };
  const sent = requestsWith({ ...base, [kind]: id })[name];
  const said: Said[] = [];
  for (const { method, url } of addressesOf(name, sent)) {
    const body = method === 'GET' ? {} : { body: sent.body ?? {} };
    const { status, text } = await family.browser.send(method, url, body);
    said.push({ status, text: withoutRequestId(text).replaceAll(id, 'the-id') });
  }
  return said;
}

const kinds = ['applicationId', 'candidateId', 'otherId'] as const;
type Kind = (typeof kinds)[number];

/** The calls of a candidate that take an id, whichever kind. */
const cases = allNames.flatMap((name) =>
  callOf(name).who !== 'candidate' || isLater(name) || callOf(name).bodyKind !== undefined
    ? []
    : kinds.flatMap((kind) => (takes(name, kind) ? [{ name, kind }] : [])),
);

function takes(name: EndpointName, kind: Kind): boolean {
  const exam = { productId: 'p', sessionId: 's', subjectIds: ['x'] };
  const marked = { applicationId: 'a', candidateId: 'c', orderId: 'o', otherId: 'z', exam, [kind]: 'here-is-the-id' };
  return JSON.stringify(requestsWith(marked as Ids)[name]).includes('here-is-the-id');
}

/** What the family has, asked for by its own calls: found before, absent after. */
const ownReads = (f: Family) =>
  [
    ['application.get', { params: { id: f.applicationId } }],
    ['booking.get', { params: { id: f.bookingId } }],
    ['postTest.get', { params: { id: f.postTestId } }],
    ['postTest.file', { params: { id: f.postTestId, fileId: f.files.postTest } }],
    ['candidate.get', { params: { id: f.candidateId } }],
    ...Object.values(f.files).map((id) => ['formAttachment.get', { params: { id } }] as const),
  ] as const;

const statusesOf = async (f: Family) => {
  const statuses: number[] = [];
  for (const [name, sent] of ownReads(f)) statuses.push((await ask(f.browser, name, sent)).status);
  return statuses;
};

const openingNames = Object.keys(opening) as (keyof typeof opening)[];
const maskedNames = Object.keys(masked) as (keyof typeof masked)[];
/** The ways of the privacy office, by a request: the right to know does not end with use. */
const ofOffice: readonly string[] = ['rights.person', 'rights.propose', 'rights.handOut', 'rights.evidence'];
/** These are about a session, a board, an account or a fapiao, which are still there; and the ways of the privacy office. */
const ofMore: readonly string[] = [
  ...ofOffice,
  'rights.page',
  'examDay.get',
  'examDay.papers',
  'examDay.sheet',
  'bodyEntries.export',
  'postTests.export',
  'postTests.recordOutcomes',
  'accounts.reveal',
  'fapiao.reveal',
];

describe('a person whose deletion has to wait', () => {
  it('is absent for its owner and for the staff of exams in every call, by whichever id [PIPL-47 T8]', async () => {
    const before = await statusesOf(family);

    const { status, body, text } = await deletion(family);

    expect([status, body['status']], text).toEqual([200, 'Received']);
    expect(new Set(before)).toEqual(new Set([200]));
    expect(new Set(await statusesOf(family))).toEqual(new Set([404]));
    expect(cases.length).toBeGreaterThan(40);
    for (const { name, kind } of cases) {
      const random = await sayWith(name, kind, randomId());
      for (const id of idsOf(family)) expect([name, await sayWith(name, kind, id)]).toEqual([name, random]);
    }
    for (const name of openingNames.filter((each) => !ofMore.includes(each))) {
      const answer = await askStaff(staff, name, opening[name](family));
      expect([name, answer.status], answer.text).toEqual([name, 404]);
    }
  });

  it('stands in no list of its owner or of staff, and in no file [PIPL-47]', async () => {
    const [lastName = ''] = family.marks;
    const page = { pageIndex: 1, pageSize: 10, sorts: [], filters: [] };
    const own = [
      await ask(family.browser, 'application.search', { body: page }),
      await ask(family.browser, 'booking.search', { body: page }),
      await ask(family.browser, 'postTest.search', { body: {} }),
      await ask(family.browser, 'order.get', { params: { id: family.orderId } }),
      await ask(family.browser, 'application.reorder', { query: { orderId: family.orderId }, body: {} }),
    ];

    for (const name of [
      ...maskedNames.filter((each) => !ofMore.includes(each)),
      ...openingNames.filter((each) => ofMore.includes(each) && !ofOffice.includes(each)),
    ]) {
      const sent = name in masked ? masked[name as keyof typeof masked] : opening[name as keyof typeof opening];
      const answer = await askStaff(staff, name, sent(family));
      // The twin has its own entry, and was not asked about.
      const text = answer.text.replaceAll(family.twinId, '');
      const isTwins = name === 'candidates.search' || name === 'search.find';
      expect([name, !isTwins && text.includes(lastName)]).toEqual([name, false]);
      expect([name, text.includes(family.candidateId)]).toEqual([name, false]);
    }
    expect(own.filter(({ text }) => text.includes(lastName))).toEqual([]);
    // What was agreed to for the twin, who has the same name, is still there.
    const agreed: { of: string; candidateName: string }[] = JSON.parse(
      (await ask(family.browser, 'consent.list')).text,
    );
    expect(agreed.filter(({ candidateName }) => candidateName.includes(lastName)).map(({ of }) => of)).toEqual([
      'candidate',
    ]);
  });

  it('is seen by the privacy office alone, by its request and for a reason that is kept [PIPL-47 3-domain 6.3]', async () => {
    const [lastName = ''] = family.marks;
    const officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const others = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'supportAgent', 'financeApprover'] });
    const sent = { params: { id: family.rightsId }, body: { reason: 'A court asked for the dates.' } };

    const seen = await askStaff(officer, 'rights.person', sent);
    const without = await askStaff(officer, 'rights.person', { ...sent, body: {} });
    const refused = await askStaff(others, 'rights.person', sent);

    expect([seen.status, String(seen.body['name']).includes(lastName)], seen.text).toEqual([200, true]);
    expect([without.status, refused.status]).toEqual([412, 403]);
    expect(
      await rowsOf(`select act, reason from record_view where record_id = $1 and staff_id = $2`, [
        family.candidateId,
        officer.staff.id,
      ]),
    ).toEqual([{ act: 'Revealed', reason: 'A court asked for the dates.' }]);
  });

  it('is asked for by the privacy office without an approval, as a case of one child; by nobody else [PIPL-47 3-domain 6.3]', async () => {
    const newcomer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], opensMinors: false });
    const desk = await givenStaff(world.consoleUrl, { roles: ['examOfficer'], opensMinors: false });
    const colleague = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const show = () =>
      askStaff(newcomer, 'rights.person', {
        params: { id: family.rightsId },
        body: { reason: 'The parents ask until when it waits.' },
      });
    const body = { recordKind: 'candidate' as const, recordId: family.candidateId, reason: 'The parents ask.' };

    const pageOf = () => askStaff(newcomer, 'rights.page', { params: { id: family.rightsId } });
    const before = [await show(), await pageOf()];
    const refused = await askStaff(desk, 'minors.ask', { body });
    const asked = await askStaff(newcomer, 'minors.ask', { body });
    const given = await askStaff(colleague, 'approvals.approve', {
      params: { id: String(asked.body['proposalId']) },
      body: { reason: 'As asked.' },
    });
    const after = [await show(), await pageOf()];

    expect([before[0]?.body['code'], refused.status]).toEqual(['MINOR_APPROVAL_NEEDED', 404]);
    expect([asked.status, given.status, after[0]?.status], given.text).toEqual([200, 204, 200]);
    expect([before[1], after[1]].map((page) => page?.body)).toMatchObject([
      { isRestricted: true, needsApproval: true },
      { isRestricted: true, needsApproval: false },
    ]);
    expect((await askStaff(newcomer, 'candidates.get', { params: { id: family.candidateId } })).status).toBe(404);
  });

  it('waits for whatever is kept longest: the record of an exam, not an order that nobody paid [PIPL-47 S-18]', async () => {
    const { browser, candidateId, end } = await givenLapsed(world);
    const exam = await givenExam();
    const line = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    const applicationId = String(line.body['id']);
    await payOrder(browser, world.bank, await placeOrder(browser, { exam, candidateId, applicationId }));
    await meddle(`update application set status = 'Cancelled' where id = $1`, [applicationId]);
    const [sitting] = await rowsOf(`select to_char(exam_date, 'YYYY-MM-DD') as date from exam_session where id = $1`, [
      exam.sessionId,
    ]);

    const { body } = await deletion({ browser, candidateId });

    const recordEnd = keptUntilAfterDate('examRecord', String(sitting?.['date']));
    expect(body['waitsUntil']).toBe(recordEnd);
    expect(recordEnd > end).toBe(true);
  });

  it('is not asked for while one of several bookings is open, and waits for the last of their exams [PIPL-47 S-18]', async () => {
    const over = await givenNeverBooked(world, 'Completed');
    const open = await bookingOn({ ...over, applicationId: over.line }, '2026-12-01');
    const stand = (status: string) =>
      meddle(`update booking set status = $2, first_exam_date = '2026-12-07' where id = $1`, [open, status]);

    const refused = [];
    for (const status of ['Initiated', 'Drafted', 'Confirming', 'Processing']) {
      await stand(status);
      refused.push((await deletion(over)).body['code']);
    }
    await stand('Completed');
    const { body } = await deletion(over);

    expect(refused).toEqual(Array(4).fill('CANDIDATE_BUSY'));
    expect(body['waitsUntil']).toBe(keptUntilAfterDate('examRecord', '2026-12-07'));
  });

  it('is forgotten with the last of what was kept, its post-test request too, and given back whole when staff refuse [PIPL-47 S-18]', async () => {
    const given = await givenFamily(world);
    await finish(given);
    const asked = await deletion(given);

    const refused = await askStaff(staff, 'rights.refuse', {
      params: { id: String(asked.body['id']) },
      body: { version: 1, reason: 'An exam of next week was booked by telephone.' },
    });
    expect(refused.status, refused.text).toBe(204);
    expect(new Set(await statusesOf(given))).toEqual(new Set([200]));

    // An investigation keeps its registration while it lasts.
    await meddle('delete from misconduct_case where id = $1', [given.caseId]);
    const again = await deletion(given);
    await moveClockTo(String(again.body['waitsUntil']));
    for (let night = 0; night < 3; night += 1) await retentionTasks['retention.run']?.({});
    expect(
      await rowsOf(
        `select (select first_name from candidate where id = $1) as candidate, (select first_name from post_test where id = $2) as request`,
        [given.candidateId, given.postTestId],
      ),
    ).toEqual([{ candidate: '', request: '' }]);
  });

  it('is not asked for while an exam of theirs is investigated: somebody has to close the case for its evidence to end [PIPL-47 S-18]', async () => {
    const busy = await givenFamily(world);
    await finish(busy);
    await meddle(
      `update misconduct_case set status = 'Open', outcome = null, closed_at = null, closed_by = null where id = $1`,
      [busy.caseId],
    );

    const refused = await deletion(busy);
    // The run of years later, above, has ended whatever session there was.
    const officer = await givenStaff(world.consoleUrl);
    const closing = await askStaff(officer, 'filedPapers.closeCase', opening['filedPapers.closeCase'](busy));
    const asked = await deletion(busy);

    expect([refused.status, refused.body['code']]).toEqual([412, 'CANDIDATE_BUSY']);
    expect([closing.status, asked.status], closing.text).toEqual([204, 200]);
  });

  it('is not asked for while a post-test request is under way, or its refund or a proposal is open; a draft of one goes at once [PIPL-47]', async () => {
    const busy = await givenFamily(world);
    await finish(busy);
    await meddle(`update post_test set status = 'Processing', completed_at = null where id = $1`, [busy.postTestId]);

    const answer = await deletion(busy);
    await finish(busy);
    const { orderId, postTestId } = busy;
    const id = randomId();
    await meddle(
      `insert into refund (id, order_id, application_id, is_post_test, serial_number, status, cause, policy_row, amount, submitted_at)
       values ($1, $2, $3, true, $1::uuid::text, 'Failed', 'gradeChange', 'T3', 5, app_now())`,
      [id, orderId, postTestId],
    );
    const unpaid = await deletion(busy);
    await meddle('delete from refund where id = $1', [id]);
    await meddle(
      `insert into proposal (id, kind, object_id, payload, reason, status, proposed_by, proposed_by_name, proposed_at, expires_at)
       values ($1, 'postTestCorrection', $2, '{}', 'Why', 'Open', $1, 'Ding Yi', app_now(), app_now() + interval '1 day')`,
      [id, postTestId],
    );
    const undecided = await deletion(busy);
    await meddle('delete from proposal where id = $1', [id]);
    const draft = await givenDraftFor(busy);
    const other = await givenDraftFor({ ...busy, marks: ['SOMEBODY', 'ELSE'] });
    await deletion(busy);

    for (const refused of [answer, unpaid, undecided])
      expect([refused.status, refused.body['code']]).toEqual([412, 'CANDIDATE_BUSY']);
    expect(
      await rowsOf(
        `select id, entered_sealed is null as is_gone, (select class from erasure where object_id = post_test.id) as class
         from post_test where id = any($1::uuid[]) order by entered_sealed is null`,
        [[draft, other]],
      ),
    ).toEqual([
      { id: other, is_gone: false, class: null },
      { id: draft, is_gone: true, class: 'draft' },
    ]);
  });
});
