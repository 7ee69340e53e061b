import { consentVersion, statementsFor } from '@exam/contract/rules';
import { publicStepIds } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { clearLimit, noteTake } from '#platform/limits';
import { blindIndex } from '#platform/vault';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, rowsOf, type SignedIn } from '#testing';
import {
  addChild,
  askDue,
  givenAsked,
  givenOther,
  givenPaid,
  giveNumber,
  isWaitedFor,
  letArrive,
  letPass,
  registerAgain,
  renameGuardian,
  toldOf,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';
import { ofGroup } from '#testing/wizard';
import { placeOrder, submission } from './world.testing.ts';

const { world, calls } = useGuardians();

/** When the messages about a registration are handed to the network, as seconds from now by the clock of business. */
async function goesIn(applicationId: string): Promise<number[]> {
  const rows = await rowsOf(
    `select round(extract(epoch from job.run_at - now()))::integer as seconds
     from sitting_begins thing join guardian_case known on known.account_id = thing.account_id and known.person_key = thing.person_key
       and known.sitting = thing.sitting
     join guardian_answer answer on answer.case_id = known.id and answer.message_id is not null
     join graphile_worker._private_jobs job on job.payload ->> 'messageId' = answer.message_id::text
     where thing.object_id = $1`,
    [applicationId],
  );
  return rows.map(({ seconds }) => Number(seconds));
}

/** Registers a child with this guardian and orders that, from an address. @returns the registration's id. */
async function orderWith(browser: SignedIn, mobile: string, caller?: string, dob = '2014-05-06'): Promise<string> {
  const candidateId = await addChild(browser, mobile, { dob });
  const exam = await givenExam();
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const applicationId = String(body['id']);
  const placed = await ask(browser, 'order.place', {
    body: { applicationIds: [applicationId], totalPayAmount: 150_000 },
    ...(caller === undefined ? {} : { headers: { 'x-forwarded-for': caller } }),
  });
  expect(placed.status, placed.text).toBe(200);
  await askDue();
  return applicationId;
}

/** A line of which only the account and the number count. */
const lineOf = async (browser: SignedIn, mobile: string) => ({
  browser,
  mobile,
  candidateId: '',
  applicationId: '',
  exam: await givenExam(),
});

const anew = () => `137${randomDigits(8)}`;

describe('the guardian of a minor', () => {
  it('is asked when the registration is ordered and not while it lies in the cart, by one text message that names nobody [PIPL-31 S-23]', async () => {
    const line = await givenOther(world);
    await askDue();
    const inCart = await toldOf(line.applicationId);

    await placeOrder(line.browser, line);
    const beforeAsked = await isWaitedFor(line.applicationId);
    await askDue();
    const [told, ...more] = await toldOf(line.applicationId);

    expect([inCart, beforeAsked, told?.recipient, told?.kind, more]).toEqual([
      [],
      true,
      line.mobile,
      'guardianNotice',
      [],
    ]);
    expect(Object.keys(told?.values ?? {}).toSorted()).toEqual(['productName', 'token', 'until']);
    expect(told?.values.token).toMatch(/^[\w-]{22}$/);
    const [kept] = await rowsOf('select token_hash as hash from guardian_answer order by at desc limit 1');
    expect(Buffer.isBuffer(kept?.['hash']) && !kept['hash'].includes(Buffer.from(told?.values.token ?? ''))).toBe(true);
    for (const word of ['ZHANG', 'SAN', '王建国', line.browser.phone]) expect(JSON.stringify(told)).not.toContain(word);
  });

  it('is not asked who holds the account, however the number is written, nor where no text message goes [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);

    const own = await orderWith(browser, `+86 ${browser.phone}`);
    const abroad = await orderWith(browser, '+447911123456', undefined, '2010-05-06');

    expect([await toldOf(own), await toldOf(abroad)]).toEqual([[], []]);
    expect([await isWaitedFor(own), await isWaitedFor(abroad)]).toEqual([false, false]);
  });

  it('has a number of the mainland where only their yes will do: a child under 14 is not registered with one abroad, nor corrected to one [PIPL-31 R-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const [exam, candidateId] = [await givenExam(), await addChild(browser, '+85291234568')];
    const abroad = { 'applicationGuardian.mobile': 'GUARDIAN_MOBILE_ABROAD' };

    const refused = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    // An account that came by e-mail has no number: one abroad is not its own by that.
    await rowsOf(`update account set phone_key = null, phone_sealed = null, email_key = '\\x01' where id = $1`, [
      browser.accountId,
    ]);
    const numberless = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    await giveNumber({ browser, mobile: '+85291234568' });
    const own = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });

    expect([refused.status, refused.body['fieldCodes'], numberless.body['fieldCodes']]).toEqual([412, abroad, abroad]);
    expect(own.status, own.text).toBeLessThan(300);
    const line = await givenPaid(world);
    const officer = await givenStaff(world.consoleUrl);
    const guardian = {
      name: '李梅',
      idType: 'IDCard',
      idNo: '330106198001014225',
      type: 'Mother',
      mobile: '+85291234568',
    };
    const corrected = await askStaff(officer, 'applications.correct', {
      params: { id: line.applicationId },
      body: { version: 1, changes: { guardian }, reason: 'the mother is the guardian' },
    });
    expect([corrected.status, corrected.body['fieldCodes']]).toEqual([
      412,
      { 'guardian.mobile': 'GUARDIAN_MOBILE_ABROAD' },
    ]);
  });

  it('is asked once for each child of a group, in Chinese, whatever the account reads [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const mobiles = [anew(), anew()];
    const children = [];
    for (const mobile of mobiles) children.push(await addChild(browser, mobile));
    const consents = statementsFor(true).map((statementId) => ({ statementId, version: consentVersion }));
    const { applicationCandidate: _, leaveAlone: __, consents: ___, ...choice } = submission(exam, '', 'child');
    const steps = publicStepIds.filter((step) => step !== 'completed');
    const { text } = await ask(browser, 'application.submitGroup', {
      body: {
        ...ofGroup(choice),
        applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
        entries: children.map((candidateId) => ({ candidateId, leaveAlone: false, consents })),
      },
    });
    const ids = (JSON.parse(text).applications ?? []).map(({ id }: { id: string }) => id);

    await ask(browser, 'order.place', { body: { applicationIds: ids, totalPayAmount: 300_000 } });
    await askDue();
    await askDue();

    const told = [];
    for (const id of ids) told.push(...(await toldOf(id)));
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(mobiles.toSorted());
    const languages = await rowsOf(
      `select distinct message.language from message where kind = 'guardianNotice' and id in (select message_id from guardian_answer)`,
    );
    expect(languages).toEqual([{ language: 'zh' }]);
  });

  it('is asked about one child’s sitting once, however many registrations there are for it [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);
    await calls.agree(token);

    await ask(line.browser, 'order.giveUp', { params: { id: line.orderId, status: 'PaymentExpired' }, body: {} });
    const { text } = await ask(line.browser, 'application.reorder', { query: { orderId: line.orderId } });
    const copyId = String(JSON.parse(text).cloned[0]?.applicationId);
    await placeOrder(line.browser, { ...line, applicationId: copyId });
    await askDue();

    expect([(await toldOf(copyId)).length, await tokenOf({ ...line, applicationId: copyId })]).toEqual([1, token]);
    expect([await isWaitedFor(line.applicationId), await isWaitedFor(copyId)]).toEqual([false, false]);
  });

  it('is asked about another exam of the child for itself [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await calls.agree(await tokenOf(line));

    const next = await registerAgain(line);

    expect([await isWaitedFor(line.applicationId), await isWaitedFor(next.applicationId)]).toEqual([false, true]);
    expect(await tokenOf(next)).not.toBe(await tokenOf(line));
  });
});

describe('a guardian who was asked before another was named', () => {
  it('is told by a link, and what is registered since waits three days for them, also where the account names its own number [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await calls.agree(await tokenOf(line));
    await renameGuardian(line, line.browser.phone);

    const next = await registerAgain(line);
    const [told, ...more] = await toldOf(next.applicationId);
    const shown = await calls.show(told?.values.token ?? '');
    const before = await isWaitedFor(next.applicationId);
    await letPass(next.applicationId, '71 hours');
    const almost = await isWaitedFor(next.applicationId);
    await letPass(next.applicationId, '2 hours');

    expect([told?.kind, told?.recipient, more]).toEqual(['guardianReplaced', line.mobile, []]);
    expect(shown.body).toMatchObject({ isReplaced: true, mustAgree: false, agreedAt: null, leaving: null });
    expect([before, almost, await isWaitedFor(next.applicationId)]).toEqual([true, true, false]);
    expect(await isWaitedFor(line.applicationId)).toBe(false);
  });

  it('is told of it once: what is registered after they had their time goes on [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await renameGuardian(line, line.browser.phone);
    const next = await registerAgain(line);
    await letPass(next.applicationId, '80 hours');

    const third = await registerAgain(line);

    expect([await isWaitedFor(third.applicationId), await toldOf(third.applicationId)]).toEqual([false, []]);
  });

  it('ends that wait by agreeing, and stops everything by objecting [PIPL-31]', async () => {
    const [glad, sorry] = [await givenAsked(world), await givenAsked(world)];
    const next = [];
    for (const line of [glad, sorry]) {
      await renameGuardian(line, line.browser.phone);
      next.push(await registerAgain(line));
    }
    const [ofGlad, ofSorry] = next;

    await calls.agree(await tokenOf(ofGlad ?? glad));
    await calls.object(await tokenOf(ofSorry ?? sorry));
    await letPass(ofSorry?.applicationId ?? '', '90 hours');

    expect([await isWaitedFor(ofGlad?.applicationId ?? ''), await isWaitedFor(ofSorry?.applicationId ?? '')]).toEqual([
      false,
      true,
    ]);
  });

  it('is waited for as well as whoever is named now and has agreed [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const other = anew();
    await renameGuardian(line, other);
    const next = await registerAgain(line);

    const told = await toldOf(next.applicationId);
    await calls.agree(told.find(({ recipient }) => recipient === other)?.values.token ?? '');
    const meanwhile = await isWaitedFor(next.applicationId);
    await letPass(next.applicationId, '73 hours');

    expect(Object.fromEntries(told.map(({ recipient, kind }) => [recipient, kind]))).toEqual({
      [line.mobile]: 'guardianReplaced',
      [other]: 'guardianNotice',
    });
    expect([meanwhile, await isWaitedFor(next.applicationId)]).toEqual([true, false]);
  });

  it('does not hold up a brother or sister of another age [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const sibling = await addChild(line.browser, line.browser.phone, '2011-03-04');

    const next = await registerAgain({ ...line, candidateId: sibling });

    expect([await isWaitedFor(next.applicationId), await toldOf(next.applicationId)]).toEqual([false, []]);
  });
});

describe('text messages to guardians', () => {
  it('of one account to one number are three a day; the next goes a day later and is waited for, and no other account waits [S-23 PIPL-31]', async () => {
    await setClockOffset(0);
    const [stranger, family] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const mobile = anew();

    const theirs = [];
    for (let times = 0; times < 4; times++) theirs.push(await orderWith(stranger, mobile));
    const ours = await orderWith(family, mobile);

    const going = [];
    for (const id of theirs) going.push(...(await goesIn(id)));
    expect(going.filter((seconds) => seconds < 60)).toHaveLength(3);
    expect(Math.max(...going)).toBeGreaterThan(86_000);
    expect(Math.max(...(await goesIn(ours)))).toBeLessThan(60);
    expect(await isWaitedFor(theirs[3] ?? '')).toBe(true);
  });

  it('of one account to one number are five in a day at most, also where the exam is tomorrow: no more of the children are asked about [S-23 PIPL-31]', async () => {
    await setClockOffset(0);
    const [stranger, family] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const mobile = anew();
    const exam = await givenExam({ closesInMinutes: 60, seats: 30 });
    await rowsOf(
      `update exam_session set exam_date = (begins at time zone 'Asia/Shanghai')::date, starts_at = begins
       from (select app_now() + interval '20 hours' as begins) exam where id = $1`,
      [exam.sessionId],
    );
    const ids = [];
    for (let child = 0; child < 8; child++) {
      const candidateId = await addChild(stranger, mobile, { dob: `2014-06-0${child + 1}` });
      const line = await registerAgain({ ...(await lineOf(stranger, mobile)), candidateId }, exam);
      ids.push(line.applicationId);
      await ask(stranger, 'order.giveUp', { params: { id: line.orderId, status: 'PaymentExpired' }, body: {} });
    }

    const sent = await Promise.all(ids.map(async (id) => (await toldOf(id)).length));
    const [used] = await rowsOf(
      `select cardinality(taken_at) as times from rate_limit where name = 'guardianNotice.number' and key_hash = $1`,
      [blindIndex('rate_limit', `guardianNotice.number\n${mobile}`)],
    );

    expect(sent).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    expect(await Promise.all(ids.map(isWaitedFor))).toEqual(Array(8).fill(true));
    // The last two were beyond the three of a day: honest accounts have them left.
    expect(used).toEqual({ times: 3 });
    expect(Math.max(...(await goesIn(await orderWith(family, mobile))))).toBeLessThan(60);
  });

  it('of a pickup person and links sent again count as well [S-23 R-27]', async () => {
    const line = await givenAsked(world);
    const statuses = [];
    for (let time = 0; time < 5; time++) {
      await letArrive();
      statuses.push((await ask(line.browser, 'guardian.sendAgain', { params: { id: line.applicationId } })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it.each([
    ['fifty an hour of one account', 'guardianNotice.account', 49],
    ['thirty a day to one number', 'guardianNotice.number', 29],
    ['two hundred an hour of a sixteenth of the accounts', 'guardianNotice.all', 199],
  ] as const)('beyond %s go later, and the order is made [S-23 PIPL-31]', async (_, limit, taken) => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const mobile = anew();
    const keys = {
      'guardianNotice.account': browser.accountId,
      'guardianNotice.number': mobile,
      'guardianNotice.all': String(Number.parseInt(browser.accountId.slice(0, 8), 16) % 16),
    };
    // Another account of this file may be of the same sixteenth.
    await clearLimit(limit, keys[limit]);
    await noteTake(limit, keys[limit], taken);

    const going = [await goesIn(await orderWith(browser, mobile)), await goesIn(await orderWith(browser, mobile))];
    await clearLimit(limit, keys[limit]);

    expect(going[0]?.[0]).toBeLessThan(60);
    expect(going[1]?.[0]).toBeGreaterThan(3000);
  });

  it('beyond a hundred an hour of one address go later, whatever the accounts, and none is lost [S-23 PIPL-31]', async () => {
    await setClockOffset(0);
    const caller = '198.51.100.41';
    const going = [];
    for (let times = 0; times < 101; times += 100) {
      const id = await orderWith(await givenSignedIn(world.url), anew(), caller);
      going.push(...(await goesIn(id)));
      const [payload] = await rowsOf(`select key_hash from rate_limit where name = 'guardianNotice.ip'`);
      expect(payload).toBeDefined();
      if (times === 0)
        await rowsOf(
          `update rate_limit set taken_at = array_fill(app_now(), array[100]) where name = 'guardianNotice.ip'`,
        );
    }

    expect(going[0]).toBeLessThan(60);
    expect(going[1]).toBeGreaterThan(3000);
  });

  it('that would then come too late to be answered go at once [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam({ closesInMinutes: 60 });
    await rowsOf(
      `update exam_session set exam_date = (begins at time zone 'Asia/Shanghai')::date, starts_at = begins
       from (select app_now() + interval '20 hours' as begins) exam where id = $1`,
      [exam.sessionId],
    );
    await noteTake('guardianNotice.account', browser.accountId, 100);

    const line = await givenAsked(world, { browser, exam });

    expect(Math.max(...(await goesIn(line.applicationId)))).toBeLessThan(60);
  });
});
