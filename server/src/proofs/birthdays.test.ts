import { addDays, addMonths, chinaDateOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { sealOldBirths } from '#platform/birthdays';
import { sealBirthDates } from '#people/accounts';
import { tasks } from '#testing/app';
import { sealLetterCodes } from '#registering/applications';
import { ask, givenBirth, givenExam, givenLetterCode, givenSignedIn, moveClockTo } from '#testing';
import { addCandidate, candidateForm, meddle, openWorld, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const rows = async (text: string, values: unknown[] = []) =>
  (await databasePool().query<Record<string, unknown>>(text, values)).rows;

it('the birth date of a holder that a version before wrote in clear is sealed at night, and opens [T31 F11]', async () => {
  const browser = await givenSignedIn(world.url);
  await meddle(`update account set date_of_birth = '1984-02-29', date_of_birth_sealed = null where id = $1`, [
    browser.accountId,
  ]);

  await sealBirthDates();

  expect(await rows('select id from account where date_of_birth is not null')).toEqual([]);
  expect((await ask(browser, 'user.current')).body['dateOfBirth']).toBe('1984-02-29');
});

it('the code of a letter that a version before wrote in clear is sealed, and opens the same page [T37 F11]', async () => {
  const browser = await givenSignedIn(world.url);
  const body = submission(await givenExam(), await addCandidate(browser));
  const id = String((await ask(browser, 'application.submit', { body })).body['id']);
  await meddle(
    `update application set letter_code = 'ABCDE-FGHJK-MNPQR-STVWX', letter_code_sealed = null, letter_code_key = null where id = $1`,
    [id],
  );

  await sealLetterCodes();

  expect(await rows('select id from application where letter_code is not null')).toEqual([]);
  expect(await givenLetterCode(id)).toBe('ABCDE-FGHJK-MNPQR-STVWX');
});

describe('whether somebody is a minor, as lists ask it', () => {
  const areMinors = async (ids: readonly string[]) =>
    (
      await rows(
        `select is_minor as is from unnest($1::uuid[]) with ordinality wanted (id, n)
         join person_record record on record.id = wanted.id and kind = 'candidate' order by n`,
        [ids],
      )
    ).map(({ is }) => is);

  it('changes with the Monday after their birthday, for each however unreadable another one is; until then they are taken for a minor [R-20 3-domain 1.7 S-18]', async () => {
    const monday = '2027-03-01';
    await moveClockTo(`${monday}T23:50:00+08:00`);
    const browser = await givenSignedIn(world.url);
    const eighteenTomorrow = addDays(addMonths(monday, -12 * 18), 1);
    const ids = [
      await addCandidate(browser, 'child'),
      await addCandidate(browser, 'child'),
      await addCandidate(browser, 'child'),
    ];
    const [turning = '', unreadable = '', later = ''] = ids;
    await givenBirth('candidate', turning, eighteenTomorrow);
    await givenBirth('candidate', unreadable, eighteenTomorrow);
    await givenBirth('candidate', later, addDays(eighteenTomorrow, 7));
    const night = async (day: string) => {
      await moveClockTo(`${day}T00:01:00+08:00`);
      return await tasks['platform.birthdays']?.({}).then(
        () => 'done',
        () => 'failed',
      );
    };
    const adults = async () => {
      const { body } = await ask(browser, 'candidate.search', {
        body: { pageIndex: 1, pageSize: 10, filters: [{ field: 'candidateAgeType', value: 'Adults' }] },
      });
      return body['recordCount'];
    };

    const before = await areMinors(ids);
    const onTheDay = [await night(addDays(monday, 1)), await areMinors(ids), await adults()];
    await meddle('update candidate set dob_sealed = $2 where id = $1', [unreadable, randomBytes(60)]);
    const onSunday = [await night(addDays(monday, 6)), await areMinors(ids)];
    const onMonday = [await night(addDays(monday, 7)), await areMinors(ids)];

    expect({ before, onTheDay, onSunday, onMonday }).toEqual({
      before: [true, true, true],
      // The family's own list asks the day itself.
      onTheDay: ['done', [true, true, true], 2],
      onSunday: ['failed', [true, true, true]],
      onMonday: ['failed', [false, true, true]],
    });
    await meddle('update candidate set dob_sealed = null where id = $1', [unreadable]);
  });

  it('is told by no note of a year before, and by none of a birthday that changes no age class [S-18 ASVS-14.1.1]', async () => {
    const browser = await givenSignedIn(world.url);
    const ids = [await addCandidate(browser, 'child'), await addCandidate(browser, 'child')];
    for (const id of ids) await givenBirth('candidate', id, '2015-02-03');
    const made = await rows('select distinct birthday_past_in from candidate where id = any($1)', [ids]);
    await meddle('update candidate set birthday_past_in = 2024 where id = $1', [ids[0]]);
    await meddle('update candidate set birthday_past_in = 2026 where id = $1', [ids[1]]);

    await tasks['platform.birthdays']?.({});

    expect([made, await rows('select distinct birthday_past_in from candidate where id = any($1)', [ids])]).toEqual([
      [{ birthday_past_in: 2015 }],
      [{ birthday_past_in: 2015 }],
    ]);
  });

  it('changes whatever cannot be sealed of what the version before wrote, and so does everything else of it [F11]', async () => {
    const browser = await givenSignedIn(world.url);
    const today = chinaDateOf(await readNowAlone());
    const eighteenTomorrow = addDays(addMonths(today, -12 * 18), 1);
    const ids = [
      await addCandidate(browser, 'child'),
      await addCandidate(browser, 'child'),
      await addCandidate(browser, 'child'),
    ];
    const [turning = '', stuck = '', old = ''] = ids;
    await givenBirth('candidate', turning, eighteenTomorrow);
    for (const id of [stuck, old])
      await meddle(`update candidate set dob = $2, dob_sealed = null, birth_year = null where id = $1`, [id, today]);
    await meddle(
      `alter table candidate add constraint stays_in_clear check (id <> '${stuck}' or dob is not null) not valid`,
    );
    await moveClockTo(`${addDays(today, 7)}T00:01:00+08:00`);

    await expect(tasks['platform.birthdays']?.({})).rejects.toThrow('stays_in_clear');

    expect(await areMinors([turning])).toEqual([false]);
    expect(await rows('select id from candidate where dob is not null')).toEqual([{ id: stuck }]);
    await meddle('alter table candidate drop constraint stays_in_clear');
    await sealOldBirths();
  });
});

describe('what the version before wrote in clear', () => {
  it('is sealed and emptied at the next start, by two that start at once, and reads as before [T31 F11]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const candidateId = await addCandidate(browser, 'child');
    const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    const applicationId = String(body['id']);
    const shown = async () => {
      const people = await ask(browser, 'candidate.all');
      const line = await ask(browser, 'application.get', { params: { id: applicationId } });
      return [people.text, line.text];
    };
    const kept = () =>
      rows(
        `select birth_key, birth_year, birthday_past_in, class_when_made, class_on_exam_day, dob, gender from application where id = $1`,
        [applicationId],
      );
    const before = { shown: await shown(), kept: await kept() };
    const { dob } = candidateForm('child');
    const inClear = `dob = $2, gender = 'Male', dob_sealed = null, gender_sealed = null, birth_key = null, birth_year = null, birthday_past_in = null`;
    await meddle(`update candidate set ${inClear} where id = $1`, [candidateId, dob]);
    await meddle(`update application set ${inClear}, class_when_made = null, class_on_exam_day = null where id = $1`, [
      applicationId,
      dob,
    ]);

    await Promise.all([sealOldBirths(), sealOldBirths()]);

    expect({ shown: await shown(), kept: await kept() }).toEqual(before);
    expect(before.kept).toMatchObject([{ dob: null, gender: null, class_when_made: expect.any(Number) }]);
    expect(await rows('select from candidate where dob is not null or gender is not null')).toEqual([]);
  });
});
