import { addDays, addSeconds, keptUntilAfter, keptUntilAfterDate, retentionClasses } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { retentionSweeps } from '#privacy/retention';
import { ask, askStaff, givenSignedIn, givenStaff, moveClockTo, rowsOf } from '#testing';
import { brokenBooks, givenRegistered, isNamed, run, tablesWith } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the table of periods', () => {
  it('has somebody who sees to every class [S-18]', () => {
    const seen = new Set<string>([...retentionSweeps.map((sweep) => sweep.class), 'unusedUpload']);

    expect(retentionClasses.filter((each) => !seen.has(each))).toEqual([]);
  });
});

describe('what was filed with a registration', () => {
  const papers = [
    ['identityDocument', (exam: string) => exam],
    ['paperCopy', (exam: string) => exam],
    ['examRecord', (exam: string) => exam],
    ['specialArrangement', (exam: string) => exam],
    ['certificate', () => '2027-03-01'],
    ['cheatingEvidence', () => '2027-04-01'],
  ] as const;

  it.each(papers)('goes when the period of %s is over, not before [S-18]', async (of, startOf) => {
    const { applicationId, examDate } = await givenRegistered(world);
    const started = startOf(examDate);
    const id = await filePaper(applicationId, of, started);
    const isThere = async () => (await rowsOf('select from filed_document where id = $1', [id])).length === 1;
    const border = keptUntilAfterDate(of, started);

    await moveClockTo(addSeconds(border, -30));
    await run();
    const before = await isThere();
    await moveClockTo(addSeconds(border, 1));
    await run();

    expect([before, await isThere()]).toEqual([true, false]);
    expect(await rowsOf(`select from erasure where class = $1 and object_id = $2`, [of, id])).toHaveLength(1);
  });

  it('as evidence stays while its case is open, and keeps the registration it belongs to [S-18]', async () => {
    const { applicationId, examDate } = await givenRegistered(world);
    const id = await filePaper(applicationId, 'cheatingEvidence', null);

    await moveClockTo(keptUntilAfterDate('cheatingEvidence', addDays(examDate, 400)));
    await run();

    expect(await rowsOf('select from filed_document where id = $1', [id])).toHaveLength(1);
    expect(await isNamed('application', applicationId)).toBe(true);
  });
});

/** Files a paper as the desk would; evidence with a case that was closed on a day, or is open. */
async function filePaper(applicationId: string, of: string, startedOn: string | null): Promise<string> {
  const [id, caseId, staffId] = [randomId(), randomId(), randomId()];
  if (of === 'cheatingEvidence')
    await meddle(
      `insert into misconduct_case (id, application_id, reason, opened_at, opened_by, closed_at, closed_by, outcome)
       values ($1, $2, 'A second phone', app_now(), $3, ($4::date + time '10:00') at time zone 'Asia/Shanghai',
         case when $4::date is null then null else $3::uuid end, case when $4::date is null then null else 'proven' end)`,
      [caseId, applicationId, staffId, startedOn],
    );
  await meddle(
    `insert into filed_document (id, application_id, class, kind, case_id, issued_on, filed_at, filed_by)
     values ($1, $2, $3, case when $3 = 'specialArrangement' then 'medicalPaper' else $3 end, case when $3 = 'cheatingEvidence' then $4::uuid end, case when $3 = 'certificate' then $5::date end, app_now(), $6)`,
    [id, applicationId, of, caseId, startedOn, staffId],
  );
  return id;
}

describe('a registration', () => {
  it('names nobody four years after the exam, nor whose it was, and not a second earlier; the money and the saved candidate stay [S-18]', async () => {
    const registered = await givenRegistered(world);
    const whose = async () =>
      await rowsOf(
        `select line.account_id = placed.account_id or line.candidate_id = $3 as "isTold", leave_alone, saved.last_exam_month::text as month
         from application line, exam_order placed, candidate saved where line.id = $1 and placed.id = $2 and saved.id = $3`,
        [registered.applicationId, registered.orderId, registered.candidateId],
      );
    const border = keptUntilAfterDate('examRecord', registered.examDate);

    await moveClockTo(addSeconds(border, -30));
    await run();
    const before = await isNamed('application', registered.applicationId);
    const toldBefore = await whose();
    await moveClockTo(addSeconds(border, 1));
    await run();

    expect([before, await isNamed('application', registered.applicationId)]).toEqual([true, false]);
    expect(await isNamed('candidate', registered.candidateId)).toBe(true);
    expect(toldBefore).toMatchObject([{ isTold: true, month: null }]);
    const month = `${registered.examDate.slice(0, 7)}-01`;
    expect(await whose()).toEqual([{ isTold: false, leave_alone: null, month }]);
    expect(
      await rowsOf('select from application_person where application_id = $1', [registered.applicationId]),
    ).toEqual([]);
    expect(
      await rowsOf('select pay_amount, account_id is not null as kept from exam_order where id = $1', [
        registered.orderId,
      ]),
    ).toEqual([{ pay_amount: 150_000, kept: true }]);
    expect(await brokenBooks()).toEqual([]);
  });

  it('keeps of its person the year of birth alone: no gender, document, way of leaving or instant, nor whose guardian agreed to it [S-18 R-27]', async () => {
    const { browser, applicationId, candidateId, examDate } = await givenRegistered(world);
    const { accountId } = browser;
    const leaving = randomId();
    await meddle(
      `update application set leaving_ticked_at = app_now(), leaving_noted_at = app_now(), class_on_exam_day = 11, birthday_past_in = 2031 where id = $1`,
      [applicationId],
    );
    await meddle(
      `insert into consent (id, account_id, application_id, candidate_id, statement_id, version, language, text_hash, guardian_relation, network, device, given_at)
       select $1, $2, $3, $4, 'guardianLeaving', '1', 'zh', sha256('x'), 'Mother', '10.1', 'A phone', app_now()`,
      [leaving, accountId, applicationId, candidateId],
    );
    const kept = async () =>
      await rowsOf(
        `select gender_sealed is null and dob_sealed is null and leaving_ticked_at is null and leaving_noted_at is null and class_on_exam_day is null
             and birthday_past_in = birth_year and id_type = 'Passport'
             and created_at = date_trunc('day', created_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as "isEmpty",
           birth_year is not null as "hasYear",
           (select count(*)::integer from consent where id = $2 and (consent.account_id = $3 or consent.candidate_id = $4 or guardian_relation is not null or device <> ''
             or consent.application_id is not null or given_at <> date_trunc('day', given_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')) as leads,
           (select count(*)::integer from consent where id = $2) as evidence
         from application where id = $1`,
        [applicationId, leaving, accountId, candidateId],
      );
    const border = keptUntilAfterDate('examRecord', examDate);
    await moveClockTo(addSeconds(border, -30));
    await run();
    const before = await kept();
    await moveClockTo(addSeconds(border, 1));
    await run();
    const after = await kept();
    await moveClockTo(keptUntilAfterDate('candidate', addDays(examDate, 1)));
    await run();
    const later = await kept();

    expect(before).toEqual([{ isEmpty: false, hasYear: true, leads: 1, evidence: 1 }]);
    expect(after).toEqual([{ isEmpty: true, hasYear: true, leads: 0, evidence: 1 }]);
    expect(later).toMatchObject([{ evidence: 0 }]);
    expect(
      await rowsOf(
        `select gender_sealed is null and id_type = 'Passport' and birthday_past_in = birth_year as "isEmpty" from candidate where id = $1`,
        [candidateId],
      ),
    ).toEqual([{ isEmpty: true }]);
  });

  it('is nowhere to be found by its person’s marks when every period is over, and the books are whole [S-18 I1]', async () => {
    const registered = await givenRegistered(world);
    const [title = '', , , email = ''] = registered.marks;
    await ask(registered.browser, 'fapiao.request', {
      params: { id: registered.orderId },
      body: { buyer: 'Personal', title, taxNumber: '', email },
    });
    // No post office is here: whatever there was to say was given up.
    await meddle(`update message set state = 'Failed'`);
    const known = await tablesWith(registered.marks);

    await moveClockTo(keptUntilAfterDate('candidate', addDays(registered.examDate, 1)));
    await run();

    expect(known).toEqual(expect.arrayContaining(['application', 'candidate', 'fapiao']));
    expect(await tablesWith(registered.marks)).toEqual([]);
    expect(await rowsOf('select account_id from exam_order where id = $1', [registered.orderId])).toEqual([
      { account_id: '00000000-0000-4000-8000-000000000001' },
    ]);
    expect(await brokenBooks()).toEqual([]);
  });

  it('is forgotten once: a second run finds nothing, and the record says how many and how old [S-18]', async () => {
    const { applicationId, examDate } = await givenRegistered(world);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', examDate), 1));
    await run();
    const records = await rowsOf('select class, count from deletion_record');

    await run();

    expect(await rowsOf('select class, count from deletion_record')).toEqual(records);
    expect(await isNamed('application', applicationId)).toBe(false);
    await expect(meddle('delete from deletion_record')).rejects.toThrow(/never changed/);
  });

  it('that is anonymised is still shown to staff, with nobody’s name [S-18]', async () => {
    const { applicationId, examDate } = await givenRegistered(world);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', examDate), 1));
    await run();
    const reader = await givenStaff(world.consoleUrl);

    const answer = await askStaff(reader, 'applications.get', { params: { id: applicationId } });

    expect(answer.status, answer.text).toBe(200);
  });
});

describe('what tells of an account’s past', () => {
  it.each([
    ['message', 'message', 'created_at', 'instead_of is null and account_id'],
    ['session', 'account_session', 'ended_at', 'account_id'],
  ] as const)('goes when the period of %s is over, not before [S-18]', async (of, table, clock, owned) => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const anew = await addMessage(browser.accountId);
    await meddle('update account_session set ended_at = app_now() where account_id = $1', [browser.accountId]);
    const [row] = await rowsOf(`select max(${clock}) as started from ${table} where account_id = $1`, [
      browser.accountId,
    ]);
    const left = async () => (await rowsOf(`select from ${table} where ${owned} = $1`, [browser.accountId])).length;
    const border = keptUntilAfter(of, String(row?.['started']));

    await moveClockTo(addSeconds(border, -30));
    await run();
    const before = await left();
    await moveClockTo(addSeconds(border, 2));
    await run();

    expect([anew.length, before > 0, await left()]).toEqual([36, true, 0]);
  });
});

/** A message that went another way when it failed the first. @returns the second one's id. */
async function addMessage(accountId: string): Promise<string> {
  const [first, second] = [randomId(), randomId()];
  for (const [id, instead] of [
    [first, null],
    [second, first],
  ])
    await meddle(
      `insert into message (id, message_key, kind, object_id, account_id, channel, language, recipient_sealed, values_sealed, state,
         attempts, created_at, task, is_wiped, instead_of)
       values ($1::uuid, $1, 'orderPlaced', $1::uuid, $2, 'sms', 'en', '', '', 'Sent', 1, app_now(), 'messages.send', true, $3)`,
      [id, accountId, instead],
    );
  return second;
}

describe('a wizard left half way', () => {
  it('is forgotten after ninety days without a word [S-18]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: '{"step":"examInfo"}' } });
    const [row] = await rowsOf('select updated_at from wizard_draft where account_id = $1', [browser.accountId]);
    const border = keptUntilAfter('draft', String(row?.['updated_at']));
    const isThere = async () =>
      (await rowsOf('select from wizard_draft where account_id = $1', [browser.accountId])).length === 1;

    await moveClockTo(addSeconds(border, -30));
    await run();
    const before = await isThere();
    await moveClockTo(addSeconds(border, 1));
    await run();

    expect([before, await isThere()]).toEqual([true, false]);
  });
});
