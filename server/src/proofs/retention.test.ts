import {
  addDays,
  addSeconds,
  chinaDateOf,
  keptUntilAfter,
  keptUntilAfterDate,
  retentionClasses,
} from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#ledger';
import { randomDigits, randomId } from '#platform/chance';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { databasePool, reading } from '#platform/database';
import { sweeps, tasks } from '#retention';
import {
  ask,
  askStaff,
  givenExam,
  givenSignedIn,
  givenStaff,
  moveClockTo,
  type SignedIn,
  type SignedInStaff,
} from '#testing';
import { meddle, openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

let world: World;
let officer: SignedInStaff;
let second: SignedInStaff;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Staff whose proof of identity is of the moment: sessions end when the clock moves. */
async function staffOfNow(): Promise<void> {
  officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name: 'Ding Yi' });
  second = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name: 'Wu Er' });
}

const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await databasePool().query<Record<string, unknown>>(statement, values)).rows;

type Registered = {
  browser: SignedIn;
  applicationId: string;
  orderId: string;
  candidateId: string;
  sessionId: string;
  examDate: string;
  marks: string[];
};

/** A paid registration of a child with marks that stand nowhere else, made by the portal's own calls. */
async function givenRegistered(): Promise<Registered> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const exam = await givenExam();
  const marks = {
    lastName: `Q${randomLetters()}`,
    firstName: `X${randomLetters()}`,
    mobile: `139${randomDigits(8)}`,
    email: `mark.${randomDigits(8)}@example.com`,
  };
  const person = {
    ...marks,
    idType: 'Passport',
    idNo: `E${randomDigits(8)}`,
    gender: 'Male',
    dob: '2014-05-06',
    guardianModel: { name: '王建国', idType: 'Passport', idNo: 'G12345678', mobile: '13800138000', type: 'Father' },
  };
  const added = await ask(browser, 'candidate.add', { body: person });
  const candidateId = String(added.body['id']);
  const submitted = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const applicationId = String(submitted.body['id']);
  const orderId = await placeOrder(browser, { exam, candidateId, applicationId });
  await payOrder(browser, world.bank, orderId);
  const [row] = await rowsOf(
    'select a.status, exam_date from application a join exam_session s on s.id = a.session_id where a.id = $1',
    [applicationId],
  );
  expect(row?.['status']).toBe('Registered');
  const examDate = String(row?.['exam_date']);
  return {
    browser,
    applicationId,
    orderId,
    candidateId,
    sessionId: exam.sessionId,
    examDate,
    marks: Object.values(marks),
  };
}

const randomLetters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

const run = () => tasks['retention.run']?.({});

/** What is wrong with the books; messages wait, since no worker sends them here. */
const brokenBooks = async () => (await reading(readBooksProblems)).filter(({ problem }) => !problem.startsWith('I7'));

const isNamed = async (table: string, id: string) =>
  (await rowsOf(`select from ${table} where id = $1 and first_name <> ''`, [id])).length > 0;

/** Every text of every table, looked through for marks. */
async function tablesWith(marks: readonly string[]): Promise<string[]> {
  const tables = await rowsOf(
    `select table_name as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const schema = (await rowsOf(`select to_regclass($1) is not null as here`, [`public.${String(name)}`]))[0]?.[
      'here'
    ];
    if (schema !== true) continue;
    const rows = await rowsOf(`select from "${String(name)}" t where t::text like any($1)`, [
      marks.map((mark) => `%${mark}%`),
    ]);
    if (rows.length > 0) found.push(String(name));
  }
  return found;
}

describe('the table of periods', () => {
  it('has somebody who sees to every class but those its comment names [S-18]', () => {
    const seen = new Set<string>([...sweeps.map((sweep) => sweep.class), 'unusedUpload']);

    expect(retentionClasses.filter((each) => !seen.has(each))).toEqual([
      'networkLog',
      'audit',
      'order',
      'rightsRequest',
    ]);
  });
});

describe('what was filed with a registration', () => {
  const papers = [
    ['identityDocument', (exam: string) => exam],
    ['paperCopy', (exam: string) => exam],
    ['certificate', () => '2027-03-01'],
    ['cheatingEvidence', () => '2027-04-01'],
  ] as const;

  it.each(papers)('goes when the period of %s is over, not before [S-18]', async (of, startOf) => {
    const { applicationId, examDate } = await givenRegistered();
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
    const { applicationId, examDate } = await givenRegistered();
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
    `insert into filed_document (id, application_id, class, case_id, issued_on, filed_at, filed_by)
     values ($1, $2, $3, case when $3 = 'cheatingEvidence' then $4::uuid end, case when $3 = 'certificate' then $5::date end, app_now(), $6)`,
    [id, applicationId, of, caseId, startedOn, staffId],
  );
  return id;
}

describe('a registration', () => {
  it('names nobody four years after the exam, and not a second earlier; the money and the saved candidate stay [S-18]', async () => {
    const registered = await givenRegistered();
    const border = keptUntilAfterDate('examRecord', registered.examDate);

    await moveClockTo(addSeconds(border, -30));
    await run();
    const before = await isNamed('application', registered.applicationId);
    await moveClockTo(addSeconds(border, 1));
    await run();

    expect([before, await isNamed('application', registered.applicationId)]).toEqual([true, false]);
    expect(await isNamed('candidate', registered.candidateId)).toBe(true);
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

  it('is nowhere to be found by its person’s marks when every period is over, and the books are whole [S-18 I1]', async () => {
    const registered = await givenRegistered();
    const [title = '', , , email = ''] = registered.marks;
    await ask(registered.browser, 'fapiao.request', {
      params: { id: registered.orderId },
      body: { buyer: 'Personal', title, taxNumber: '', email },
    });
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
    const { applicationId, examDate } = await givenRegistered();
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', examDate), 1));
    await run();
    const records = await rowsOf('select class, count from deletion_record');

    await run();

    expect(await rowsOf('select class, count from deletion_record')).toEqual(records);
    expect(await isNamed('application', applicationId)).toBe(false);
    await expect(meddle('delete from deletion_record')).rejects.toThrow(/never changed/);
  });

  it('that is anonymised is still shown to staff, with nobody’s name [S-18]', async () => {
    const { applicationId, examDate } = await givenRegistered();
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

describe('a legal hold', () => {
  const hold = { scope: 'person', class: null, reason: 'A court asked for the record' };

  async function openHold(changes: object): Promise<string> {
    await staffOfNow();
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const proposed = await askStaff(officer, 'holds.propose', { body: { ...hold, reviewOn, ...changes } });
    expect(proposed.status, proposed.text).toBe(200);
    const id = String(proposed.body['proposalId']);
    const approved = await askStaff(second, 'approvals.approve', { params: { id }, body: {} });
    expect(approved.status, approved.text).toBe(204);
    const [row] = await rowsOf('select object_id from proposal where id = $1', [id]);
    return String(row?.['object_id']);
  }

  async function release(id: string): Promise<void> {
    await staffOfNow();
    const proposed = await askStaff(officer, 'holds.proposeRelease', {
      params: { id },
      body: { reason: 'The court is done' },
    });
    const approved = await askStaff(second, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: {},
    });
    expect(approved.status, approved.text).toBe(204);
  }

  it.each([
    ['person', ({ candidateId }: Registered) => ({ scope: 'person', objectId: candidateId })],
    ['order', ({ orderId }: Registered) => ({ scope: 'order', objectId: orderId })],
    ['session', ({ sessionId }: Registered) => ({ scope: 'session', objectId: sessionId })],
    ['class', () => ({ scope: 'class', objectId: null, class: 'examRecord' })],
  ] as const)('on a %s beats the end of the period until it is released [S-18]', async (_, scopeOf) => {
    const registered = await givenRegistered();
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', registered.examDate), 1));
    const id = await openHold(scopeOf(registered));

    await run();
    const held = await isNamed('application', registered.applicationId);
    const preview = await askStaff(officer, 'retention.preview');
    await release(id);
    await run();

    expect([held, await isNamed('application', registered.applicationId)]).toEqual([true, false]);
    expect(preview.body['classes']).toContainEqual(expect.objectContaining({ class: 'examRecord', held: 1 }));
  });

  it('has to be released by all who hold: one of two keeps on [S-18]', async () => {
    const registered = await givenRegistered();
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', registered.examDate), 1));
    const first = await openHold({ scope: 'person', objectId: registered.candidateId });
    const other = await openHold({ scope: 'order', objectId: registered.orderId });

    await release(first);
    await run();
    const stillHeld = await isNamed('application', registered.applicationId);
    await release(other);
    await run();

    expect([stillHeld, await isNamed('application', registered.applicationId)]).toEqual([true, false]);
  });

  it('is opened by two persons: nobody approves their own [S-18 S-16]', async () => {
    const { candidateId } = await givenRegistered();
    await staffOfNow();
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const proposed = await askStaff(officer, 'holds.propose', { body: { ...hold, objectId: candidateId, reviewOn } });

    const own = await askStaff(officer, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: {},
    });

    expect([own.status, own.body['code']]).toEqual([412, 'SECOND_PERSON_NEEDED']);
    expect(await rowsOf(`select from legal_hold where reason = $1 and released_at is null`, [hold.reason])).toEqual([]);
  });

  it('is looked at again within 180 days, and is on something that exists [S-18]', async () => {
    await setClockOffset(0);
    await staffOfNow();
    const today = chinaDateOf(await readNowAlone());
    const asked = async (changes: object) => {
      const body = { ...hold, objectId: randomId(), reviewOn: addDays(today, 180), ...changes };
      return (await askStaff(officer, 'holds.propose', { body })).body['code'];
    };

    expect(await asked({ reviewOn: addDays(today, 181) })).toBe('HOLD_REVIEW_DATE');
    expect(await asked({ reviewOn: today })).toBe('HOLD_REVIEW_DATE');
    expect(await asked({})).toBe('NOT_FOUND');
    expect(await asked({ scope: 'class' })).toBe('MALFORMED');
  });

  it('opened while a run is at work waits for its batch: what it covers is whole, or was gone before [S-18]', async () => {
    const registered = await givenRegistered();
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', registered.examDate), 1));
    await staffOfNow();
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const body = { ...hold, scope: 'session', objectId: registered.sessionId, reviewOn };
    const proposed = await askStaff(officer, 'holds.propose', { body });
    const params = { id: String(proposed.body['proposalId']) };

    const [approved] = await Promise.all([askStaff(second, 'approvals.approve', { params, body: {} }), run()]);

    expect(approved.status, approved.text).toBe(204);
    const people = await rowsOf('select from application_person where application_id = $1', [registered.applicationId]);
    const named = await isNamed('application', registered.applicationId);
    expect([named, people.length > 0]).toEqual([named, named]);
  });
});
