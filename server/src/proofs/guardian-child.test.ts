import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, rowsOf, type TestExam } from '#testing';
import {
  addChild,
  askDue,
  givenAsked,
  givenPaid,
  isWaitedFor,
  letPass,
  registerAgain,
  renameGuardian,
  toldOf,
  tokenOf,
  useGuardians,
  type Registered,
} from './guardian.testing.ts';
import { run } from './retention.testing.ts';
import { meddle, placeOrder, submission } from './world.testing.ts';

const { world, calls } = useGuardians();
const { agree, object } = calls;

const reason = 'The passport says so.';
const anew = () => `138${randomDigits(8)}`;

const hasObjection = async (applicationId: string) =>
  (await rowsOf('select from guardian_waits where object_id = $1 and has_objected', [applicationId])).length > 0;

const correct = async ({ applicationId }: Registered, changes: object) => {
  const officer = await givenStaff(world.consoleUrl);
  const [row] = await rowsOf('select desk_version from application where id = $1', [applicationId]);
  const body = { version: Number(row?.['desk_version']), changes, reason };
  const { status, text } = await askStaff(officer, 'applications.correct', { params: { id: applicationId }, body });
  expect(status, text).toBe(200);
  await askDue();
};

const refuseObjection = async ({ browser }: Registered) => {
  const [request] = await rowsOf(
    `select id, version from rights_request where account_id = $1 and kind = 'Objection' order by received_at desc`,
    [browser.accountId],
  );
  const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
  const body = { version: Number(request?.['version']), reason };
  const { status, text } = await askStaff(privacy, 'rights.refuse', { params: { id: String(request?.['id']) }, body });
  expect(status, text).toBe(204);
};

/** What the guardian of this number was told about a registration. */
const toldTo = async (applicationId: string, mobile: string) =>
  (await toldOf(applicationId)).filter(({ recipient }) => recipient === mobile).map(({ kind }) => kind);

/** A saved child put into the cart, for another exam or this one. */
const putInCart = async (line: Registered, asked?: TestExam) => {
  const exam = asked ?? (await givenExam());
  const { body } = await ask(line.browser, 'application.submit', { body: submission(exam, line.candidateId, 'child') });
  return { ...line, exam, applicationId: String(body['id']) };
};

/** The guardian's number, and the child, born this day. */
const guardianOf = (mobile: string) => ({
  name: '李梅',
  idType: 'IDCard',
  idNo: '330106198001014225',
  type: 'Mother',
  mobile,
});

describe('an objection for a child', () => {
  it('holds for the same document where the account changes the date of birth by a day and names its own number [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await object(await tokenOf(line));
    await renameGuardian(line, line.browser.phone, { dob: '2014-05-07' });

    const next = await registerAgain(line);
    await letPass(next.applicationId, '30 days');

    expect(await hasObjection(next.applicationId)).toBe(true);
  });

  it('holds for the same document where the account makes the child one of age [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await object(await tokenOf(line));
    const { browser, candidateId, applicationId } = line;
    await meddle('delete from candidate_guardian where candidate_id = $1', [candidateId]);
    await meddle(
      `update application set birth_key = '\\x01', class_when_made = 18, guardian_key = null where id = $1`,
      [applicationId],
    );

    expect([browser.accountId.length > 0, await hasObjection(applicationId)]).toEqual([true, true]);
  });

  it('is not lifted by staff who correct the date of birth, of the registration objected to or of another, also for another document later [PIPL-31 S-14]', async () => {
    const line = await givenPaid(world);
    await renameGuardian(line, line.browser.phone);
    const second = await registerAgain(line);
    await object(await tokenOf(line));

    await correct(line, { dob: '2014-05-16' });
    const after = [await hasObjection(line.applicationId), await hasObjection(second.applicationId)];
    const candidateId = await addChild(line.browser, line.browser.phone, { dob: '2014-05-16' });
    const third = await registerAgain({ ...line, candidateId });
    await correct(second, { dob: '2014-05-26' });

    expect([after, await hasObjection(third.applicationId), await hasObjection(second.applicationId)]).toEqual([
      [true, true],
      true,
      true,
    ]);
  });

  it('is not lifted by staff who correct document and date of birth at once of another registration [PIPL-31 S-14]', async () => {
    const line = await givenPaid(world);
    await renameGuardian(line, line.browser.phone);
    const second = await registerAgain(line);
    await object(await tokenOf(line));

    await correct(second, { idNo: `E${randomDigits(8)}`, dob: '2014-05-16' });

    expect([await hasObjection(line.applicationId), await hasObjection(second.applicationId)]).toEqual([true, true]);
  });

  it('is decided first: until then staff make nobody of age of the child by another date of birth, and once the guardian has agreed they may [PIPL-31 S-14]', async () => {
    const line = await givenPaid(world);
    const { applicationId } = line;
    await object(await tokenOf(line));
    const officer = await givenStaff(world.consoleUrl);
    const correctTo = (version: number, dob: string) =>
      askStaff(officer, 'applications.correct', {
        params: { id: applicationId },
        body: { version, changes: { idType: 'Passport', idNo: `E${randomDigits(8)}`, gender: 'Female', dob }, reason },
      });

    const early = await correctTo(1, '2000-05-06');
    const still = await hasObjection(applicationId);
    const older = await correctTo(1, '2011-05-06');
    await refuseObjection(line);
    const decided = await correctTo(1, '2000-05-06');
    await agree(await tokenOf(line));
    const agreed = await correctTo(1, '2000-05-06');

    expect([early.body['code'], still]).toEqual(['GUARDIAN_OBJECTED', true]);
    expect([older, decided].map(({ body }) => body['fieldCodes'])).toEqual([
      { dob: 'AGREEMENT_MISSING' },
      { dob: 'AGREEMENT_MISSING' },
    ]);
    expect(agreed.status, agreed.text).toBe(200);
  });

  it('is not lifted by staff who correct the name or the date of either of two registrations of the child under two documents [PIPL-31 S-14]', async () => {
    const freed: unknown[] = [];
    for (const changes of [{ lastName: 'CHIN' }, { dob: '2014-05-05' }])
      for (const which of ['objected', 'other'] as const) {
        const line = await givenPaid(world);
        const candidateId = await addChild(line.browser, line.browser.phone, { idNo: `E${randomDigits(8)}` });
        const other = await registerAgain({ ...line, candidateId });
        await object(await tokenOf(line));
        const before = await hasObjection(other.applicationId);

        await correct(which === 'objected' ? line : other, changes);
        const after = [await hasObjection(line.applicationId), await hasObjection(other.applicationId)];
        if (!before || after.includes(false)) freed.push([changes, which, before, after]);
      }

    expect(freed).toEqual([]);
  });

  it('is not lifted by two of staff who correct both registrations of a child under two documents at once [PIPL-31 S-14]', async () => {
    const freed: unknown[] = [];
    for (const lastNames of [
      ['CHIN', 'CHIN'],
      ['CHIN', 'QIN'],
      ['QIN', 'CHEN'],
    ]) {
      const line = await givenPaid(world);
      const candidateId = await addChild(line.browser, line.browser.phone, { idNo: `E${randomDigits(8)}` });
      const other = await registerAgain({ ...line, candidateId });
      await object(await tokenOf(line));

      const both = [line, other];
      await Promise.all(both.map((each, at) => correct(each, { lastName: lastNames[at] })));
      const after = [await hasObjection(line.applicationId), await hasObjection(other.applicationId)];
      if (after.includes(false)) freed.push([lastNames, after]);
    }

    expect(freed).toEqual([]);
  });

  it('is not lifted by what the same guardian agrees to for a twin [PIPL-31]', async () => {
    await setClockOffset(0);
    const line = await givenAsked(world);
    await object(await tokenOf(line));
    const exam = await givenExam();
    await renameGuardian(line, line.browser.phone);
    const ours = await registerAgain(line, exam);
    const twin = await addChild(line.browser, line.mobile, { firstName: 'SI' });
    const theirs = await registerAgain({ ...line, candidateId: twin }, exam);
    const before = [await hasObjection(ours.applicationId), await hasObjection(theirs.applicationId)];

    const agreed = await agree(await tokenOf(theirs));

    expect([before, agreed.status]).toEqual([[true, true], 200]);
    expect([await hasObjection(ours.applicationId), await isWaitedFor(theirs.applicationId)]).toEqual([true, false]);
  });

  it('is kept, with the child’s document, as long as its request: who deletes the child and adds it anew a night later still waits [PIPL-31 PIPL-47 S-18]', async () => {
    const line = await givenAsked(world);
    const { browser, candidateId, applicationId, orderId, exam } = line;
    const idNo = `E${randomDigits(8)}`;
    await renameGuardian(line, line.mobile, { idNo });
    const [first] = await rowsOf('select person_key from application where id = $1', [applicationId]);
    await meddle(`update candidate set person_key = $2 where id = $1`, [candidateId, first?.['person_key']]);
    await object(await tokenOf(line));
    await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' }, body: {} });
    await meddle(
      `update application set person_key = '\\x00', birth_key = null, guardian_key = null, anonymised_at = app_now() where id = $1`,
      [applicationId],
    );
    await meddle(`update guardian_case set made_at = made_at - interval '2 days'`);

    await run();
    const added = await addChild(browser, browser.phone);
    const next = await registerAgain({ ...line, candidateId: added }, await givenExam({ anotherDayOf: exam }));

    expect(await hasObjection(next.applicationId)).toBe(true);
  });
});

describe('a yes for a child', () => {
  it('serves no other child who has got the same document for the same exam: the guardian is asked about that one [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const old = await tokenOf(line);
    await agree(old);
    await ask(line.browser, 'order.giveUp', { params: { id: line.orderId, status: 'PaymentExpired' }, body: {} });
    await renameGuardian(line, line.mobile, { lastName: 'QIAN', firstName: 'HUA', dob: '2013-08-01' });

    const next = await putInCart(line, line.exam);
    await placeOrder(line.browser, next);
    const unasked = await isWaitedFor(next.applicationId);
    await askDue();
    const told = await toldTo(next.applicationId, line.mobile);
    const before = [unasked, await isWaitedFor(next.applicationId)];
    const agreed = await agree(await tokenOf(next));

    expect([told, before]).toEqual([['guardianNotice'], [true, true]]);
    expect([await tokenOf(next)]).not.toEqual([old]);
    expect([agreed.status, await isWaitedFor(next.applicationId)]).toEqual([200, false]);
  });

  it('stays where staff correct the date of birth for one of two exams, and then for the other [PIPL-31 S-14]', async () => {
    const line = await givenPaid(world);
    const second = await registerAgain(line);
    for (const each of [line, second]) await agree(await tokenOf(each));

    await correct(line, { dob: '2014-05-16' });
    const between = [await isWaitedFor(line.applicationId), await isWaitedFor(second.applicationId)];

    expect(between).toEqual([false, false]);
    await correct(second, { dob: '2014-05-16' });
    expect([await isWaitedFor(line.applicationId), await isWaitedFor(second.applicationId)]).toEqual([false, false]);
  });
});

describe('a guardian who was asked before another was named', () => {
  it('is told of what lay in the cart by the account’s own number before they were asked, and waited for [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const candidateId = await addChild(browser, browser.phone);
    const line = { browser, candidateId, exam: await givenExam(), applicationId: '', mobile: anew() };
    const inCart = await putInCart(line);
    await renameGuardian(line, line.mobile);
    await registerAgain(line);

    await placeOrder(browser, inCart);
    await askDue();

    expect(await toldTo(inCart.applicationId, line.mobile)).toEqual(['guardianReplaced']);
    expect(await isWaitedFor(inCart.applicationId)).toBe(true);
  });

  it('has the whole time again about all others once staff refuse an objection of theirs [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await object(await tokenOf(line));
    await renameGuardian(line, line.browser.phone);
    const second = await registerAgain(line);
    await letPass(second.applicationId, '20 days');

    await refuseObjection(line);
    const refused = await isWaitedFor(second.applicationId);
    await letPass(second.applicationId, '71 hours');
    const almost = await isWaitedFor(second.applicationId);
    await letPass(second.applicationId, '2 hours');

    expect([refused, almost, await isWaitedFor(second.applicationId)]).toEqual([true, true, false]);
  });

  it.each([
    ['the account’s own', ({ browser }: Registered) => browser.phone],
    ['that of somebody else, who agrees', anew],
  ])('is told and has their time where staff correct the number to %s [PIPL-31 R-27]', async (_, numberOf) => {
    const line = await givenPaid(world);
    const mobile = numberOf(line);

    await correct(line, { guardian: guardianOf(mobile) });
    const told = await toldTo(line.applicationId, line.mobile);
    const other = (await toldOf(line.applicationId)).find(({ recipient }) => recipient === mobile);
    if (other) await agree(other.values.token);
    const before = await isWaitedFor(line.applicationId);
    await letPass(line.applicationId, '71 hours');
    const almost = await isWaitedFor(line.applicationId);
    await letPass(line.applicationId, '2 hours');

    expect([told, before, almost]).toEqual([['guardianReplaced'], true, true]);
    expect(await isWaitedFor(line.applicationId)).toBe(false);
  });
});

describe('children of one account who were born on one day', () => {
  it('and have other surnames do not touch each other: nobody is told, waits, or is stopped by an objection [PIPL-31]', async () => {
    const browser = await givenSignedIn(world.url);
    const zhao = await givenPaid(world, { browser, lastName: 'ZHAO' });
    const qian = await givenPaid(world, { browser, lastName: 'QIAN' });
    const told = (await toldOf(qian.applicationId)).map(({ recipient }) => recipient);
    await agree(await tokenOf(qian));

    await object(await tokenOf(zhao));

    expect(told).toEqual([qian.mobile]);
    expect([await hasObjection(zhao.applicationId), await isWaitedFor(qian.applicationId)]).toEqual([true, false]);
  });

  it('are one child where an earlier version kept no surname [PIPL-31]', async () => {
    const browser = await givenSignedIn(world.url);
    const zhao = await givenPaid(world, { browser, lastName: 'ZHAO' });
    const qian = await givenPaid(world, { browser, lastName: 'QIAN' });
    await meddle('update guardian_case set last_name = null where account_id = $1', [browser.accountId]);

    await object(await tokenOf(zhao));

    expect(await hasObjection(qian.applicationId)).toBe(true);
  });
});
