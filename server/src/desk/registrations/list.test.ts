import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database';
import type { TestApp } from '#testing/app';
import { askStaff, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

let server: TestApp;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await openRegistrationDesk();
  await moveClockTo('2026-11-21T04:00:00.000Z');
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => server.close());

describe('the list of registrations', () => {
  it('puts everybody into one band of ages, by the age that they have on the day of the exam [R-27]', async () => {
    const exam = await givenFreeExam();
    const numbers = ['110101199003077838', 'G22222221', 'G22222222', 'G22222223'];
    const ids = await Promise.all(numbers.map(async (idNo) => (await givenRegistration(server.url, exam, idNo)).id));
    for (const [index, reached] of [0, 11, 14, 18].entries())
      await inTransaction((tx) =>
        sql`update application set class_on_exam_day = ${reached} where id = ${ids[index]}`.execute(tx),
      );

    const bands = await Promise.all(
      ['U11', 'U18', 'Adults'].map(async (ageBand) => {
        const body = { pageIndex: 1, pageSize: 50, sessionId: exam.sessionId, ageBand };
        const { text } = await askStaff(officer, 'applications.search', { body });
        const { list }: { list: { id: string }[] } = JSON.parse(text);
        return ids.flatMap((id, index) => (list.some((row) => row.id === id) ? [index] : []));
      }),
    );

    expect(bands).toEqual([[0], [1, 2], [3]]);
  });
});
