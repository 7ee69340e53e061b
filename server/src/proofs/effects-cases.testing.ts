import { addDays } from '@exam/contract/rules';
import type { ActName, StaffEndpointName } from '@exam/contract/staff';
import { databasePool } from '#platform/database';
import { openSettings, settings } from '#platform/settings';
import { askStaff, givenSignedIn, givenStaff, givenVenue, rowsOf, type SignedInStaff } from '#testing';
import { givenPaid as givenRegistration, request as askToLeave } from '#testing/cancellations-desk';
import { givenPaid as givenRequest } from '#testing/post-test-desk';
import { askToCancel } from '#testing/post-test-staff';
import { givenUnpaidOrder, startPaying } from '#testing/shopping';
import { addChild, askDue, guardianCalls, registerAgain, tokenOf } from './guardian.testing.ts';
import { fileProof, opened, openOffice, versionOf } from './relatives.testing.ts';
import type { Sent } from './requests.testing.ts';
import { isOwn } from './staff-requests.testing.ts';
import { payOrder, type Household, type World } from './world.testing.ts';

type Row = Record<string, unknown>;

/** An act, within the limit of its effect or over it, and what its request names: SQL or work that gives fields, given the request that would be made without them. */
export type Case = readonly [act: ActName, how: 'within' | 'over', given?: string | ((sent: Sent) => Promise<Row>)];

const reason = 'For the table of effects.';
const row = async (text: string, values: unknown[] = []): Promise<Row> => (await rowsOf(text, values))[0] ?? {};

const tables = { line: 'product_line', product: 'product', subject: 'subject', body: 'awarding_body' } as const;

/** A draft that its writer would publish: what it changes, as SQL. */
const draftOf = (kind: keyof typeof tables, changes: string, { staff }: SignedInStaff) =>
  `insert into catalogue_draft (id, object_kind, object_id, is_new, status, changes, reprices_sessions, version, editors, editor_names, saved_at)
   select gen_random_uuid(), '${kind}', id, false, 'Draft', jsonb_build_object(${changes}), false, 1, array['${staff.id}']::uuid[], array['One'], app_now()
   from ${tables[kind]} object where not exists (select from catalogue_draft where object_id = object.id) and ${isOwn}
     and ('${kind}' <> 'product' or exists (select from product_office where product_id = object.id) and to_jsonb(object) ->> 'summary_en' <> '')
   order by code, id limit 1
   returning object_kind as kind, object_id as id, version, null as "effectiveFrom"`;
const otherFees = `'fees', '{"localFee":1,"boardFee":0,"vat":0,"tierFees":[],"lateStages":[]}'::jsonb`;
const otherName = `'nameEn', 'Another name'`;

/** Money that no order is paid by. */
const surplus = `with paid as (
    insert into payment (id, order_id, channel, channel_trade_no, amount, settles_order, paid_at, recorded_at)
    select gen_random_uuid(), id, 'alipay', gen_random_uuid(), pay_amount, false, app_now(), app_now()
    from exam_order where status = 'PaymentSuccessful' and category = 'Public' order by code limit 1 returning id, order_id)
  insert into payment_exception (id, order_id, payment_id, kind, detail, opened_at)
  select gen_random_uuid(), order_id, id, 'double', '{}', app_now() from paid returning id`;

/** Money of a registration that was held back. */
const heldBack = `insert into payment_exception (id, order_id, payment_id, application_id, amount, kind, detail, opened_at)
  select gen_random_uuid(), payment.order_id, payment.id, item.application_id, 100, 'refundShort', '{}', app_now()
  from payment join order_item item on item.order_id = payment.order_id
  join application on application.id = item.application_id and application.status = 'Registered' and category = 'Public'
  where settles_order and payment.amount > refunded_amount + 100 order by payment.id limit 1 returning id`;

/** A paper with too few people, and another session of it. */
const tooFew = `with few as (
    insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by)
    select paper.session_subject_id, application.session_id, 5, 1, app_now(), app_now() + interval '1 day'
    from application join application_paper paper on paper.application_id = application.id
    where application.status = 'Registered' and category = 'Public' and ${isOwn.replace('(id)', '(application.id)')} and exists (
      select from exam_session other join session_subject same on same.session_id = other.id
      where same.subject_id = paper.subject_id and other.id <> application.session_id and other.status = 'Published' and other.starts_at > app_now())
      and not exists (select from minimum_decision known where known.session_subject_id = paper.session_subject_id)
    order by application.id limit 1 returning session_subject_id as id, session_id)
  select few.id, other.id as "sessionId" from few join session_subject paper on paper.id = few.id
  join session_subject same on same.subject_id = paper.subject_id join exam_session other on other.id = same.session_id
  where other.id <> few.session_id and other.status = 'Published' and other.starts_at > app_now() limit 1`;

/** What a member of staff of these tests does to bring about what a case begins with. */
async function done(staff: SignedInStaff, name: StaffEndpointName, sent: Sent): Promise<Row> {
  const { status, body, text } = await askStaff(staff, name, sent);
  if (status >= 400) throw new Error(`${name} answered ${text}`);
  return body;
}

const moneyCases = (world: World, lone: SignedInStaff): Case[] => {
  const unknownTrade = async () => {
    const sale = await givenUnpaidOrder(world.url);
    const tradeNo = await startPaying(sale);
    await databasePool().query('delete from payment_attempt where trade_no = $1', [tradeNo]);
    await world.bank.settle(tradeNo, 'paid');
    const { code: orderCode } = await givenUnpaidOrder(world.url);
    return { ...(await row(`select id from payment_exception where kind = 'unknownTrade'`)), orderCode };
  };
  const cancellation = async () => {
    const registration = await givenRegistration(world.url, world.bank);
    await askToLeave(registration);
    return await row(
      `update cancellation_request set is_document_required = false where order_id = $1 returning id, version`,
      [registration.orderId],
    );
  };
  /** A fen more than the terms give, which is far from the limit. */
  const aboveQuote = async () => {
    openSettings({ ...settings(), refund: { secondApprovalFen: 2_000_000_000 } });
    const { id, version } = await cancellation();
    const amounts =
      'select application_id as "applicationId", quoted_amount + 1 as amount from cancellation_item where request_id = $1';
    return { id, version, overrides: await rowsOf(amounts, [id]), reason };
  };
  return [
    ['cancellations.approve', 'within', cancellation],
    ['cancellations.approve', 'over', cancellation],
    ['cancellations.approve', 'over', aboveQuote],
    ['refunds.proposeByHand', 'over'],
    ['orders.proposePaid', 'over'],
    ['paymentExceptions.refund', 'within', surplus],
    ['paymentExceptions.refund', 'over', surplus],
    ['paymentExceptions.refund', 'over', heldBack],
    ['paymentExceptions.attach', 'over', unknownTrade],
    [
      'paymentExceptions.attach',
      'within',
      `insert into payment_exception (id, kind, detail, opened_at) values (gen_random_uuid(), 'badSignature', '{}', app_now()) returning id`,
    ],
    [
      'reconciliation.close',
      'over',
      `insert into channel_statement (id, channel, day, file_name, file_hash, row_count, uploaded_by, uploaded_by_name, uploaded_at)
       values (gen_random_uuid(), 'alipay', '2026-01-05', 'a.csv', '', 0, '${lone.staff.id}', 'One', app_now())
       returning id as "statementId", channel, day::text`,
    ],
  ];
};

const serviceCases = (world: World): Case[] => {
  const desk = { server: world, bank: world.bank };
  const seen = (id: string) => row('select id, code, version from post_test where id = $1', [id]);
  const grade = { isGradeChanged: true, gradeBefore: 'C', gradeAfter: 'B' };
  const marks = { outcome: 'Raised', markBefore: '60', markAfter: '68' };
  const told = { components: [{ position: 0, ...marks }], ...grade };
  const sent = async () => {
    const asked = await givenRequest(desk);
    const body = { productId: asked.board.productId, format: 'csv', reason };
    await done(await givenStaff(world.consoleUrl), 'postTests.export', { body });
    return await seen(asked.id);
  };
  const leaving = async () => {
    const asked = await givenRequest(desk);
    await askToCancel(asked);
    return await seen(asked.id);
  };
  const paid = async () => ({ ...(await seen((await givenRequest(desk)).id)), isProviderCause: true });
  const outcome = async () => ({ ...(await sent()), ...told });
  const line = async () => {
    const { code, id } = await sent();
    const { componentCode } = await row('select code as "componentCode" from post_test_item where post_test_id = $1', [
      id,
    ]);
    return { rows: [{ code, componentCode, ...marks, gradeBefore: 'C', gradeAfter: 'B' }] };
  };
  const complete = async () => {
    const { id, version } = await sent();
    await done(await givenStaff(world.consoleUrl), 'postTests.complete', {
      params: { id },
      body: { version, components: [{ position: 0, outcome: 'Confirmed' }], isGradeChanged: false },
    });
    return { ...(await seen(String(id))), ...told };
  };
  return [
    ['postTests.refuse', 'within', paid],
    ['postTests.refuse', 'over', paid],
    ['postTests.approveCancellation', 'within', leaving],
    ['postTests.approveCancellation', 'over', leaving],
    ['postTests.complete', 'within', outcome],
    ['postTests.complete', 'over', outcome],
    ['postTests.recordOutcomes', 'within', line],
    ['postTests.recordOutcomes', 'over', line],
    ['postTests.correct', 'over', complete],
  ];
};

/** The same arrangement at a price that no tariff has: each time another, as the same one is nothing new. */
const cheap = ({ body }: Sent, localFee = 100): Row => {
  const { arrangement } = body as { arrangement: { papers: Row[] } };
  return { arrangement: { ...arrangement, papers: arrangement.papers.map((paper) => ({ ...paper, localFee })) } };
};
const asInitiated = `update booking set status = 'Initiated' where status = 'WithdrawnBeforeArrangement'`;
/** The booking that the request names, once its account has sent the arrangement back. */
const sentBack = async ({ params }: Sent): Promise<Row> =>
  await row(`update booking set pending = 'Rejected' where status = 'Confirming' and id = $1 returning id, version`, [
    params?.['id'],
  ]);

const bookingCases: Case[] = [
  ['bookings.confirm', 'over', async (sent) => cheap(sent)],
  [
    'bookings.confirm',
    'within',
    `${asInitiated} returning id, version, json_build_object('papers', json_build_array(json_build_object('subject', 'Paper',
       'cityId', (select id from city where office_id = booking.office_id order by code limit 1), 'testDate', to_char(expected_date, 'YYYY-MM-DD'),
       'startTime', '09:00', 'endTime', '11:00', 'boardFee', (select board_fee from booking_product tariff where tariff.product_id = booking.product_id),
       'localFee', (select base_fee from booking_product tariff where tariff.product_id = booking.product_id))),
       'payEndDate', to_char(app_now() + interval '2 days', 'YYYY-MM-DD"T"HH24:MI:00.000Z')) as arrangement`,
  ],
  ['bookings.update', 'over', async (sent) => cheap(sent, 200)],
  ['bookings.update', 'within'],
  ['bookings.reissue', 'over', async (sent) => ({ ...cheap(sent, 300), ...(await sentBack(sent)) })],
  ['bookings.reissue', 'within', sentBack],
];

const sessionCases = (world: World, lone: SignedInStaff): Case[] => {
  /** A session that somebody has a place in, and another venue of its city. */
  const withPeople = async () => {
    const { sessionId } = await givenRegistration(world.url, world.bank);
    await givenVenue(sessionId);
    const other = `insert into venue (id, city_id, code, status, address_en, address_zh)
      select gen_random_uuid(), city_id, gen_random_uuid(), 'Active', 'A', '甲' from exam_session where id = $1 returning id as "venueId"`;
    const session = await row('select id, version, exam_date from exam_session where id = $1', [sessionId]);
    const next: Row = { ...session, ...(await row(other, [sessionId])), reason };
    return next;
  };
  const planOf = ({ body }: Sent): Row => (body as { sessions: Row[] }).sessions[0] ?? {};
  const many = (days: number, change: Row) => async (sent: Sent) => {
    const plan = planOf(sent);
    const examDate = addDays(String(plan['examDate']), days);
    const papers = (plan['papers'] as Row[]).map((paper) => ({ ...paper, ...change }));
    return { sessions: [{ ...plan, examDate, papers }], isPublished: true };
  };
  const dear = async () => {
    const [plan] = await rowsOf<{ plan: Row & { papers: Row[] } }>(
      `select json_build_object('productId', session.product_id, 'venueId', session.venue_id, 'examDate', (session.exam_date + 21)::text,
         'publishStartAt', to_char(app_now(), 'YYYY-MM-DD"T"HH24:MI:00.000Z'), 'publishEndAt', to_char(app_now() + interval '5 days', 'YYYY-MM-DD"T"HH24:MI:00.000Z'),
         'seat', 20, 'papers', json_build_array(json_build_object('subjectId', subject_id, 'startTime', paper.start_time, 'endTime', paper.end_time,
           'localFee', 100, 'boardFee', board_fee, 'vat', vat))) as plan
       from session_subject paper join exam_session session on session.id = session_id join venue on venue.id = venue_id
       join subject on subject.id = subject_id
       where session.status = 'Published' and booking_id is null and set_code is null and venue.status = 'Active' and session.exam_date > app_now() + interval '20 days' and valid_to is null
       order by session.id limit 1`,
    );
    return { ...(await done(lone, 'sessions.create', { body: plan?.plan })), reason };
  };
  return [
    ['sessions.createMany', 'within', many(70, {})],
    ['sessions.createMany', 'over', many(77, { localFee: 100 })],
    ['sessions.publish', 'within'],
    ['sessions.publish', 'over', dear],
    ['sessions.proposeFees', 'over'],
    ['sessions.edit', 'within', withPeople],
    [
      'sessions.move',
      'within',
      async () => {
        const { venueId: _, ...session } = await withPeople();
        return { ...session, examDate: addDays(String(session['exam_date']), 1) };
      },
    ],
    ['sessions.proposeWithdrawal', 'over', withPeople],
    ['sessions.proposeWithdrawal', 'within'],
  ];
};

const deskCases = (lone: SignedInStaff): Case[] => [
  ['sessionMinimums.move', 'within', tooFew],
  ['sessionMinimums.withdraw', 'over', tooFew],
  ['applications.move', 'within'],
  ['applications.withdraw', 'over'],
  ['postTests.proposeFees', 'over'],
  ['catalogue.ask', 'over', draftOf('subject', otherFees, lone)],
  ['catalogue.ask', 'over', draftOf('product', `'isBoardFeeRefundable', not is_board_fee_refundable`, lone)],
  ['catalogue.ask', 'over', draftOf('line', otherName, lone)],
  ['catalogue.ask', 'over', draftOf('body', otherName, lone)],
  ['catalogue.publish', 'over', draftOf('subject', otherFees, lone)],
  ['catalogue.publish', 'within', draftOf('line', otherName, lone)],
];

const wordCases = (world: World, home: Household): Case[] => {
  const calls = guardianCalls(world);
  const child = async () => {
    const browser = await givenSignedIn(world.url);
    const mobile = `137${String(browser.phone).slice(3)}`;
    const candidateId = await addChild(browser, mobile);
    const line = await registerAgain({ browser, candidateId, mobile, applicationId: '', exam: home.cart.exam });
    await payOrder(browser, world.bank, line.orderId);
    return line;
  };
  const former = async () => {
    const line = await child();
    const guardian = { name: '李梅', idType: 'Passport', idNo: 'G22345678', mobile: '13912345678', type: 'Mother' };
    const params = { id: line.applicationId };
    const staff = await givenStaff(world.consoleUrl);
    await done(staff, 'applications.correct', { params, body: { version: 1, changes: { guardian }, reason } });
    await askDue();
    const page = await done(staff, 'applications.get', { params });
    const [{ caseId }] = page['formerGuardians'] as [Row];
    return { ...params, version: page['version'], caseId };
  };
  let ended: Row = {};
  const objected = async () => {
    const line = await child();
    const { body } = await calls.object(await tokenOf(line));
    ended = { id: line.applicationId };
    const request = await row('select id, version from rights_request where code = $1', [body['code']]);
    return { ...request, isStranger: true };
  };
  /** The number that was found not to be a guardian's last. */
  const lastEnded = async () => ({
    ...ended,
    ...(await row(
      `select desk_version as version, (select case_id from guardian_answer where kind = 'notGuardian' order by at desc limit 1) as "caseId"
       from application where id = $1`,
      [ended['id']],
    )),
  });
  return [
    ['applications.endFormer', 'over', async () => (ended = await former())],
    ['applications.reinstateGuardian', 'over', lastEnded],
    ['rights.proposeMistaken', 'over', objected],
    ['applications.reinstateGuardian', 'over', lastEnded],
  ];
};

const peopleCases = (world: World, home: Household): Case[] => {
  const relatives = async () => {
    await openOffice(world);
    const id = await opened({ kind: 'Copy', candidateId: home.candidateId });
    await fileProof(id, 'DeathProof');
    await fileProof(id, 'KinshipProof');
    return { id, version: await versionOf(id) };
  };
  return [
    ['rights.propose', 'over', relatives],
    ['holds.propose', 'over'],
    ['holds.proposeRelease', 'over'],
    ['minors.ask', 'over'],
    ['minors.askStanding', 'over'],
    ['staff.invite', 'within'],
    ['staff.changeRights', 'within'],
    ['claims.accept', 'within'],
    [
      'claims.moveNumber',
      'over',
      `select id from account where status = 'Active' and phone_key is not null and ${isOwn} order by id limit 1`,
    ],
  ];
};

/** A case for each side of the limit of every act that has an effect. */
export const casesOf = (world: World, { home, lone }: { home: Household; lone: SignedInStaff }): Case[] => [
  ...moneyCases(world, lone),
  ...serviceCases(world),
  ...bookingCases,
  ...sessionCases(world, lone),
  ...deskCases(lone),
  ...wordCases(world, home),
  ...peopleCases(world, home),
];
