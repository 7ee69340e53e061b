import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tasks as circularTasks } from '#desk/session-notices';
import { tasks as letterTasks } from '#registering/letters';
import { databasePool, inTransaction, reading } from '#platform/database';
import type { TestApp } from '#testing/app';
import { runDueJobs } from '#platform/worker';
import {
  type Answer,
  askStaff,
  givenStaff,
  moveClockTo,
  type SignedInStaff,
  statementsOf,
  type TestExam,
} from '#testing';
import { givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

const today = '2026-11-21T04:00:00.000Z';
let server: TestApp;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await openRegistrationDesk();
  await moveClockTo(today);
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => server.close());

/** A session with this many registrations, each of an account of its own. */
async function givenFull(people: number): Promise<{ exam: TestExam; ids: string[] }> {
  const exam = await givenFreeExam();
  const ids = [];
  for (let at = 0; at < people; at++) ids.push((await givenRegistration(server.url, exam, `E1234567${at}`)).id);
  return { exam, ids };
}

async function told(kind: string, ids: readonly string[]): Promise<{ accounts: number; messages: number }> {
  const { rows } = await reading((tx) =>
    sql<{ accounts: number; messages: number }>`
      select count(distinct account_id)::integer as accounts, count(*)::integer as messages from message
      where kind = ${kind} and object_id = any(${[...ids]}::uuid[])`.execute(tx),
  );
  return rows[0] ?? { accounts: 0, messages: 0 };
}

const words = {
  titleEn: 'Your room',
  titleZh: '考场变更',
  textEn: 'Please come to the second floor.',
  textZh: '请到二楼参加考试，谢谢配合。',
};

describe('a message to everybody of a session', () => {
  it('takes as many statements for six as for two, and is written by jobs, once for each account [C2 C39 C12]', async () => {
    const [few, many] = [await givenFull(2), await givenFull(6)];
    const send = ({ exam }: { exam: TestExam }, isDryRun: boolean) =>
      askStaff(officer, 'sessionNotices.send', { params: { id: exam.sessionId }, body: { ...words, isDryRun } });

    const answers: Answer[] = [];
    const count = (full: { exam: TestExam }, isDryRun: boolean) =>
      statementsOf(async () => answers.push(await send(full, isDryRun)), 'staff');
    const dry = [await count(few, true), await count(many, true)];
    const sent = [await count(few, false), await count(many, false)];
    const before = await told('circular', many.ids);
    await runDueJobs(circularTasks);
    await runDueJobs(circularTasks);

    expect(answers.map(({ body }) => body['accounts'] ?? body)).toEqual([2, 6, 2, 6]);
    expect(dry[1]).toHaveLength(dry[0]?.length ?? 0);
    expect(sent[1]).toHaveLength(sent[0]?.length ?? 0);
    expect([...dry, ...sent].flat().filter((text) => /exam_session.*for no key update/s.test(text))).toEqual([]);
    expect(before.messages).toBe(0);
    expect(await told('circular', many.ids)).toEqual({ accounts: 6, messages: 6 });
  });
});

describe('all letters of a session', () => {
  const sentAllOf = async (id: string) =>
    (
      await databasePool().query<{ is_send_email: boolean }>('select is_send_email from exam_session where id = $1', [
        id,
      ])
    ).rows[0]?.is_send_email;
  const send = (sessionId: string, wish: { isDryRun: boolean; isAgain?: boolean }) =>
    askStaff(officer, 'applications.sendLetters', {
      params: { sessionId },
      body: { isAgain: false, reason: 'The school asks for them early.', ...wish },
    });

  it('are counted by a dry run that sends nothing, then sent before their day, and again only to whom it is wished [R-68 9.8 C39 R-69]', async () => {
    const { exam, ids } = await givenFull(3);

    const counted = await send(exam.sessionId, { isDryRun: true });
    await runDueJobs(letterTasks);
    const nothing = await told('letterReady', ids);
    const early = await sentAllOf(exam.sessionId);
    const sent = await send(exam.sessionId, { isDryRun: false });
    await runDueJobs(letterTasks);
    const first = await told('letterReady', ids);
    const rest = await send(exam.sessionId, { isDryRun: false });
    const again = await send(exam.sessionId, { isDryRun: false, isAgain: true });
    await runDueJobs(letterTasks);
    await runDueJobs(letterTasks);

    expect(counted.body).toEqual({ registrations: 3, toSend: 3, withoutAddress: 3 });
    expect(nothing.messages).toBe(0);
    expect([early, await sentAllOf(exam.sessionId)]).toEqual([false, true]);
    expect(sent.body).toEqual(counted.body);
    expect(first).toEqual({ accounts: 3, messages: 3 });
    expect(rest.body).toMatchObject({ toSend: 0 });
    expect(again.body).toMatchObject({ toSend: 3 });
    expect(await told('letterReady', ids)).toEqual({ accounts: 3, messages: 6 });
  });

  it('take as many statements for six as for two, and hold the session for the last of them only [C2 C12]', async () => {
    const [few, many] = [await givenFull(2), await givenFull(6)];

    const texts = [];
    for (const { exam } of [few, many])
      texts.push(await statementsOf(() => send(exam.sessionId, { isDryRun: false }), 'staff'));

    expect(texts[1]).toHaveLength(texts[0]?.length ?? 0);
    expect(texts.flat().filter((text) => /exam_session.*for no key update/s.test(text))).toEqual([]);
  });

  it('are nobody’s to send for a session without a venue', async () => {
    const { exam } = await givenFull(1);
    await inTransaction((tx) => sql`update exam_session set venue_id = null where id = ${exam.sessionId}`.execute(tx));

    expect((await send(exam.sessionId, { isDryRun: true })).body['code']).toBe('LETTER_UNAVAILABLE');
  });
});

describe('entries exported by two at once', () => {
  it('hold everybody once: the second finds nothing new [3-domain 6.2]', async () => {
    const { exam } = await givenFull(2);
    const file = (reason: string) =>
      askStaff(officer, 'bodyEntries.export', {
        body: { productId: exam.productId, sessionId: exam.sessionId, format: 'csv', reason },
      });

    const answers = await Promise.all([file('Entries of the session.'), file('Entries of the same session.')]);

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body['code']).toBe('ENTRIES_UNCHANGED');
  });
});

describe('those who were ticked', () => {
  const listOf = async (by: SignedInStaff, ids: readonly string[]) => {
    const { body, status } = await askStaff(by, 'applications.search', { body: { ids } });
    return {
      status,
      ids: Array.isArray(body['list']) ? body['list'].map((row) => String(Reflect.get(Object(row), 'id'))) : [],
    };
  };

  it('are listed alone, within the offices of the reader, a hundred at most [S-16]', async () => {
    const { exam, ids } = await givenFull(3);
    const elsewhere = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [] });
    const ticked = ids.slice(1);

    const own = await listOf(officer, ticked);
    const others = await listOf(elsewhere, ticked);
    const tooMany = await listOf(
      officer,
      Array.from({ length: 101 }, () => exam.sessionId),
    );

    expect(own.ids.toSorted((a, b) => a.localeCompare(b))).toEqual(ticked.toSorted((a, b) => a.localeCompare(b)));
    expect(others.ids).toEqual([]);
    expect(tooMany.status).toBe(412);
  });

  it('are written to alone, once within an hour, as a dry run counts them; others of the session are told the same [C39]', async () => {
    const { exam, ids } = await givenFull(3);
    const stranger = (await givenFull(1)).ids;
    const send = async (applicationIds: readonly string[], isDryRun = false) => {
      const { body } = await askStaff(officer, 'sessionNotices.send', {
        params: { id: exam.sessionId },
        body: { ...words, applicationIds, isDryRun },
      });
      return body['code'] ?? body['registrations'];
    };

    const [first = '', second = '', third = ''] = ids;
    const sent = await send([first, ...stranger]);
    const again = await send([first]);
    const counted = await send([first, second], true);
    const one = await send([first, second]);
    const rest = await send(ids);
    const none = [await send(ids, true), await send(ids)];
    const nobody = await send(stranger);
    await runDueJobs(circularTasks);
    await runDueJobs(circularTasks);

    expect([sent, again, nobody]).toEqual([1, 'TOLD_ALREADY', 'NOBODY_TO_TELL']);
    expect([counted, one, rest, ...none]).toEqual([1, 1, 1, 0, 'TOLD_ALREADY']);
    expect(await told('circular', [first, second, third])).toEqual({ accounts: 3, messages: 3 });
    expect(await told('circular', stranger)).toEqual({ accounts: 0, messages: 0 });
  });
});
