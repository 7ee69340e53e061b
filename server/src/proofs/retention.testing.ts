import { sql } from 'kysely';
import { expect } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { borderOf, retentionSweeps, tasks } from '#privacy/retention';
import { childConsents, ask, findMarks, givenExam, givenSignedIn, type SignedIn, rowsOf } from '#testing';
import { payOrder, placeOrder, submission, type World } from './world.testing.ts';

/** The rows of a statement, as the database's owner sees them. */
/** A paid registration and the marks of its person. */
export type Registered = {
  browser: SignedIn;
  applicationId: string;
  orderId: string;
  candidateId: string;
  sessionId: string;
  examDate: string;
  marks: string[];
};

/** A paid registration of a child, made by the portal's own calls; its marks occur nowhere else in the database. */
export async function givenRegistered(world: World): Promise<Registered> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const exam = await givenExam();
  const marks = {
    lastName: `Q${randomLetters()}`,
    firstName: `X${randomLetters()}`,
    mobile: `139${randomDigits(8)}`,
    email: `mark.${randomDigits(8)}@example.com`,
    nameZh: randomCharacters(),
  };
  const person = {
    ...marks,
    idType: 'Passport',
    idNo: `E${randomDigits(8)}`,
    gender: 'Male',
    dob: '2014-05-06',
    consents: childConsents,
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

/** A Chinese name that nothing else holds. */
export const randomCharacters = () =>
  randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(0x4e00 + 77 * Number(digit)));
const randomLetters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

/** What a sweep finds due at an instant, held or not. */
export async function dueAt(sweep: (typeof retentionSweeps)[number], now: string) {
  return await reading(async (tx) => {
    const { rows } = await sql<{ id: string; started: string; is_held: boolean }>`
      select id, started, is_held from (${sweep.due({ border: borderOf(sweep, now), now })}) due`.execute(tx);
    return rows;
  });
}

/** One nightly run, now. */
export const run = () => tasks['retention.run']?.({});

/** What is wrong with the books; messages wait, since no worker sends them here. */
export const brokenBooks = async () =>
  (await reading(readBooksProblems)).filter(({ problem }) => !problem.startsWith('I7'));

/** @returns whether the row still has a name. */
export const isNamed = async (table: string, id: string) =>
  (await rowsOf(`select from ${table} where id = $1 and first_name <> ''`, [id])).length > 0;

/** The tables in which marks are found, sealed values opened and the job queue too: every column of every class is looked through. */
export async function tablesWith(marks: readonly string[]): Promise<string[]> {
  return [...new Set((await findMarks(marks)).map(({ table }) => table))];
}
