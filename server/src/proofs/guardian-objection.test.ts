import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { objectAgain } from '#privacy/rights';
import { ask, askStaff, giveBody, givenExam, givenStaff, rowsOf, type SignedInStaff, type TestExam } from '#testing';
import {
  addChild,
  askDue,
  givenAsked,
  givenOther,
  givenPaid,
  isWaitedFor,
  letPass,
  registerAgain,
  renameGuardian,
  toldOf,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';
import { meddle, payOrder, placeOrder, submission } from './world.testing.ts';

const { world, calls } = useGuardians();
const { object, agree } = calls;

const reason = 'It was the neighbour who held the telephone.';

/** How many entries of an exam would go out, and how many are left out. */
async function previewOf({ productId, sessionId }: TestExam) {
  const staff = await givenStaff(world.consoleUrl);
  return async () => {
    const { body } = await askStaff(staff, 'bodyEntries.preview', { body: { productId, sessionId } });
    return [body['rows'], body['left']].map((each) => (Array.isArray(each) ? each.length : each));
  };
}

/** A paid registration of a child for an awarding body, its guardian's objection, what an export would hold, and two privacy officers. */
async function givenObjection(dob?: string) {
  const line = await givenPaid(world, dob === undefined ? {} : { dob });
  await giveBody(line.exam);
  const { body } = await object(await tokenOf(line));
  const [row] = await rowsOf('select id from rights_request where code = $1', [body['code']]);
  const officers = [
    await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
    await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
  ] as const;
  const id = String(row?.['id']);
  return { id, line, officers, preview: await previewOf(line.exam) };
}

type Objection = Awaited<ReturnType<typeof givenObjection>>;

const refuseAlone = ({ id, officers: [first] }: Objection) =>
  askStaff(first, 'rights.refuse', { params: { id }, body: { version: 1, reason } });

async function findMistaken({ id, officers: [first, second] }: Objection) {
  const proposed = await askStaff(first, 'rights.proposeMistaken', {
    params: { id },
    body: { version: 1, reason, isStranger: false },
  });
  const decide = (staff: SignedInStaff) =>
    askStaff(staff, 'approvals.approve', { params: { id: String(proposed.body['proposalId']) }, body: { reason } });
  const alone = await decide(first);
  return { alone, done: await decide(second) };
}

describe('an objection', () => {
  it('is seen beside the registrations of the same document in other accounts, by the privacy office alone, and that is a look [PIPL-31 call:rights.page]', async () => {
    const one = await givenObjection();
    const two = await givenPaid(world);
    await agree(await tokenOf(two));
    for (const table of ['application', 'candidate', 'guardian_case'])
      await meddle(
        `update ${table} set person_key = (select person_key from application where id = $1) where account_id = $2`,
        [one.line.applicationId, two.browser.accountId],
      );
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });

    const [page, refused] = [
      await askStaff(one.officers[0], 'rights.page', { params: { id: one.id } }),
      await askStaff(officer, 'rights.page', { params: { id: one.id } }),
    ];

    const accountId = two.browser.accountId;
    expect(page.body['elsewhere'], page.text).toEqual([
      expect.objectContaining({
        accountId,
        recordKind: 'application',
        recordId: two.applicationId,
        guardian: 'Agreed',
      }),
      expect.objectContaining({ accountId, recordKind: 'candidate', guardian: 'None', code: null }),
    ]);
    expect(refused.status).toBe(403);
    const looks = `select fields from record_view where staff_id = $1 and record_id = $2 and act = 'Listed'`;
    expect(await rowsOf(looks, [one.officers[0].staff.id, two.applicationId])).toEqual([{ fields: ['maskedName'] }]);
    const other = await givenObjection();
    const alone = await askStaff(other.officers[0], 'rights.page', { params: { id: other.id } });
    expect(alone.body['elsewhere']).toEqual([]);
  });

  it('stops the export of that child and of no other, and changes nothing else [PIPL-31 3-domain 6.2 call:guardian.object]', async () => {
    const one = await givenPaid(world);
    const two = await givenPaid(world, { browser: one.browser, exam: one.exam, dob: '2014-05-07' });
    for (const line of [one, two]) await agree(await tokenOf(line));
    await giveBody(one.exam);
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const preview = await previewOf(one.exam);
    const before = await preview();

    const { body, status } = await object(await tokenOf(one));

    expect([before, await preview()]).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect([status, body['code']]).toEqual([200, expect.stringMatching(/^D\d{6}\w{6}$/)]);
    const statuses = await rowsOf('select status from application where id = any($1)', [
      [one.applicationId, two.applicationId],
    ]);
    expect(statuses).toEqual([{ status: 'Registered' }, { status: 'Registered' }]);
    const inbox = await askStaff(privacy, 'rights.search', { body: { pageIndex: 1, pageSize: 20, kind: 'Objection' } });
    expect(inbox.text).toContain(String(body['code']));
    const days = `select alarm_at < due_at as "isAhead", status, kind from rights_request where code = $1`;
    expect(await rowsOf(days, [body['code']])).toEqual([{ isAhead: true, status: 'Received', kind: 'Objection' }]);
    expect(
      await rowsOf(`select channel from message where kind = 'guardianObjected' and account_id = $1`, [
        one.browser.accountId,
      ]),
    ).toEqual([{ channel: 'sms' }]);
  });

  it('counts once, however often and at once it is sent [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);

    const answers = await Promise.all([1, 2, 3].map(() => object(token)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    const kept = await rowsOf(`select from rights_request where kind = 'Objection' and account_id = $1`, [
      line.browser.accountId,
    ]);
    expect(kept).toHaveLength(1);
  });

  it('is not got round by naming the account’s own number for the next exam: that waits too, and is not passed on [PIPL-31]', async () => {
    const { line } = await givenObjection();
    await renameGuardian(line, line.browser.phone);

    const next = await registerAgain(line);
    await payOrder(next.browser, world.bank, next.orderId);
    await giveBody(next.exam);
    await letPass(next.applicationId, '30 days');
    const preview = await previewOf(next.exam);
    const { body } = await ask(next.browser, 'application.get', { params: { id: next.applicationId } });

    expect(await preview()).toEqual([0, 1]);
    expect(body['letter']).toMatchObject({ guardianWait: { hasObjected: true, until: null } });
  });

  it.each([
    ['another number that agrees', () => `139${randomDigits(8)}`, '2014-05-06'],
    ['no number of the mainland', () => '+447911123456', '2011-05-06'],
  ])('is not got round by naming %s [PIPL-31]', async (_, numberOf, dob) => {
    const { line } = await givenObjection(dob);
    const mobile = numberOf();
    await renameGuardian(line, mobile, { dob });
    const next = await registerAgain(line);
    const theirs = (await toldOf(next.applicationId)).find(({ recipient }) => recipient === mobile);

    if (theirs) await agree(theirs.values.token);

    expect(await isWaitedFor(next.applicationId)).toBe(true);
  });

  it.each([
    ['', {}],
    [', surname and given name swapped', { lastName: 'SAN', firstName: 'ZHANG' }],
    [', both written together in other places', { lastName: 'ZHANGS', firstName: 'AN' }],
  ])('is not got round by saving the child anew under another document%s [PIPL-31]', async (_, name) => {
    const { line } = await givenObjection();
    const candidateId = await addChild(line.browser, line.browser.phone, name);

    const next = await registerAgain({ ...line, candidateId });
    await letPass(next.applicationId, '30 days');

    expect(await isWaitedFor(next.applicationId)).toBe(true);
  });

  it('is ended for another exam by whoever objected, who agrees to that one [PIPL-31]', async () => {
    const { line } = await givenObjection();
    const next = await registerAgain(line);
    const before = await isWaitedFor(next.applicationId);

    await agree(await tokenOf(next));

    expect([before, await isWaitedFor(next.applicationId), await isWaitedFor(line.applicationId)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('holds for one account: that of another who registers the child is its own [PIPL-31]', async () => {
    const { line } = await givenObjection();

    const theirs = await givenAsked(world, { exam: line.exam });
    await agree(await tokenOf(theirs));

    expect(await isWaitedFor(theirs.applicationId)).toBe(false);
  });

  it('is not ordered against where the order had lapsed: its copy is refused [PIPL-31 R-49]', async () => {
    const line = await givenAsked(world);
    const { browser, orderId } = line;
    await object(await tokenOf(line));
    await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' }, body: {} });

    const { text } = await ask(browser, 'application.reorder', { query: { orderId } });

    expect(JSON.parse(text).skipped).toMatchObject([{ reason: 'CONSENT_WITHDRAWN' }]);
  });

  it('stops a copy that lies in the cart already, which is not ordered [PIPL-31 R-49]', async () => {
    const line = await givenAsked(world);
    const { browser, orderId } = line;
    await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' }, body: {} });
    const { text } = await ask(browser, 'application.reorder', { query: { orderId } });
    const applicationId = String(JSON.parse(text).cloned[0]?.applicationId);

    await object(await tokenOf(line));
    const cart = await ask(browser, 'application.cart', { body: {} });
    const refused = await ask(browser, 'order.place', {
      body: { applicationIds: [applicationId], totalPayAmount: 150_000 },
    });

    expect(cart.body['list']).toMatchObject([{ applicationId, problem: 'CONSENT_WITHDRAWN' }]);
    expect(refused.body['code']).toBe('CONSENT_WITHDRAWN');
  });
});

describe('an objection that staff decide', () => {
  it.each([
    ['one refuses', (objection: Objection) => refuseAlone(objection)],
    ['two find a mistake', async (objection: Objection) => (await findMistaken(objection)).done],
  ])(
    'ends where %s, and the need to agree does not: the guardian of a child under 14 is told and asked again [PIPL-31 S-16]',
    async (_, decide) => {
      const objection = await givenObjection();
      const { line, preview } = objection;
      const old = await tokenOf(line);
      const before = [await preview(), await isWaitedFor(line.applicationId)];

      const { status } = await decide(objection);
      const [told, ...more] = await toldOf(line.applicationId);
      const [meanwhile, isStillWaited] = [await preview(), await isWaitedFor(line.applicationId)];
      const shown = await calls.show(told?.values.token ?? '');
      const oldLink = (await calls.show(old)).status;
      const agreed = await agree(told?.values.token ?? '');

      expect([before, status]).toEqual([[[0, 1], true], 204]);
      expect([told?.kind, told?.recipient, more, oldLink]).toEqual(['objectionRefused', line.mobile, [], 404]);
      expect([meanwhile, isStillWaited]).toEqual([[0, 1], true]);
      expect([shown.body['mustAgree'], agreed.status, await isWaitedFor(line.applicationId)]).toEqual([
        true,
        200,
        false,
      ]);
    },
  );

  it('gives the guardian of somebody of 15 their three days again, after which it goes on [PIPL-31]', async () => {
    const objection = await givenObjection('2010-05-06');
    const { line } = objection;
    await letPass(line.applicationId, '10 days');

    await refuseAlone(objection);
    const asked = await isWaitedFor(line.applicationId);
    await letPass(line.applicationId, '71 hours');
    const almost = await isWaitedFor(line.applicationId);
    await letPass(line.applicationId, '2 hours');

    expect([asked, almost, await isWaitedFor(line.applicationId)]).toEqual([true, true, false]);
  });

  it('may be raised again by the new link [PIPL-31]', async () => {
    const objection = await givenObjection();
    await refuseAlone(objection);

    const again = await object(await tokenOf(objection.line));
    const [wait] = await rowsOf('select has_objected from guardian_waits where object_id = $1', [
      objection.line.applicationId,
    ]);

    expect([again.status, wait]).toEqual([200, { has_objected: true }]);
  });

  it('stays where they uphold it, of which the guardian is told without a link [PIPL-31]', async () => {
    const { id, officers, line } = await givenObjection();

    const { status } = await askStaff(officers[0], 'rights.answer', {
      params: { id },
      body: { version: 1, answer: 'We stop the registration.' },
    });
    const told = await rowsOf(`select channel, account_id from message where kind = 'objectionUpheld'`);

    expect([status, told]).toEqual([204, [{ channel: 'sms', account_id: null }]]);
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });

  it('as a mistake makes its consents valid again by records of their own, which may be ended anew [PIPL-31 PIPL-15 S-16 call:rights.proposeMistaken]', async () => {
    const objection = await givenObjection();
    const { id, line, officers, preview } = objection;

    const { alone, done } = await findMistaken(objection);
    await agree(await tokenOf(line));
    const after = await preview();
    const { body: page } = await askStaff(officers[0], 'rights.page', { params: { id } });
    const sets: { statements: { id: string; statementId: string; canWithdraw: boolean }[] }[] = JSON.parse(
      (await ask(line.browser, 'consent.list')).text,
    );
    const passing = sets
      .flatMap(({ statements }) => statements)
      .find(({ statementId }) => statementId === 'childAwardingBody');
    const withdrawn = await ask(line.browser, 'consent.withdraw', { params: { id: passing?.id ?? '' } });

    expect([alone.body['code'], done.status, after], done.text).toEqual(['SECOND_PERSON_NEEDED', 204, [1, 0]]);
    expect(page).toMatchObject({ status: 'Refused', endedConsents: 0, answer: reason });
    expect([passing?.canWithdraw, withdrawn.status, await preview()]).toEqual([true, 200, [0, 1]]);
    await expect(meddle(`update consent_restoration set restored_at = now()`)).rejects.toThrow();
  });

  it('otherwise leaves the consents ended, and the page says how many [PIPL-31]', async () => {
    const objection = await givenObjection();
    const { id, preview, officers } = objection;

    const refused = await refuseAlone(objection);
    const { body: page } = await askStaff(officers[0], 'rights.page', { params: { id } });

    expect([refused.status, page['endedConsents'], await preview()]).toEqual([204, 3, [0, 1]]);
    expect(await rowsOf('select from consent_restoration where request_id = $1', [id])).toEqual([]);
  });

  it('is known again after a restore, once, and refused again where it was [F12 PIPL-31 S-18]', async () => {
    const objection = await givenObjection();
    const { id, line } = objection;
    await refuseAlone(objection);
    const [link] = await rowsOf(
      `select id, at from guardian_answer where kind = 'asked' and case_id = (
      select case_id from guardian_answer where request_id = $1 limit 1) order by at limit 1`,
      [id],
    );
    await meddle(`delete from guardian_answer where request_id = $1`, [id]);
    const linkId = String(link?.['id']);
    const at = String(link?.['at']);

    await inTransaction((tx) => objectAgain(tx, { linkId, requestId: id, at }));
    await inTransaction((tx) => objectAgain(tx, { linkId, requestId: id, at }));

    expect(await rowsOf(`select kind from guardian_answer where request_id = $1 order by kind`, [id])).toEqual([
      { kind: 'objected' },
      { kind: 'objectionRefused' },
    ]);
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });
});

describe('what the account changes in the cart', () => {
  it('asks nobody, and binds nobody: who is named when it is ordered is asked [PIPL-31]', async () => {
    await setClockOffset(0);
    const line = await givenOther(world);
    const { browser, applicationId } = line;
    const mobile = `139${randomDigits(8)}`;
    const other = await addChild(browser, mobile, '2014-06-07');
    const exam = await givenExam();

    await ask(browser, 'application.modify', { body: { id: applicationId, ...submission(exam, other, 'child') } });
    await placeOrder(browser, line);
    await askDue();
    const told = await toldOf(applicationId);
    await agree(told[0]?.values.token ?? '');

    expect(told.map(({ recipient }) => recipient)).toEqual([mobile]);
    expect(await isWaitedFor(applicationId)).toBe(false);
  });
});
