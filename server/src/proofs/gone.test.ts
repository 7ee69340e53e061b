import { addSeconds } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { ask, findMarks, givenExam, givenSignedIn, moveClockTo, rowsOf } from '#testing';
import { run } from './retention.testing.ts';
import { meddle, openWorld, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
});

/** The columns in which marks are found, the job queue among them. */
const foundIn = async (marks: readonly string[]) => [
  ...new Set((await findMarks(marks)).map(({ table, column }) => `${table}.${column}`)),
];

const letters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

describe('a search of the database and the jobs', () => {
  it('finds nothing of a candidate who was deleted on request [PIPL-47 T31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const marks = [`Q${letters()}`, `E${randomDigits(8)}`, `139${randomDigits(8)}`, `X${letters()}`];
    const [lastName = '', idNo = '', mobile = '', firstName = ''] = marks;
    const person = { lastName, firstName, idType: 'Passport', idNo, mobile, gender: 'Male', dob: '1990-05-06' };
    const exam = await givenExam();
    const candidateId = String((await ask(browser, 'candidate.add', { body: person })).body['id']);
    await ask(browser, 'application.submit', { body: submission(exam, candidateId) });
    const save = (kind: 'public' | 'booking', draft: object) =>
      ask(browser, 'draft.save', {
        params: { kind },
        body: { json: JSON.stringify({ product: exam.productId, draft }) },
      });
    await save('public', { candidateId, typed: { lastName: lastName.toLowerCase(), idNo, mobile } });
    await save('booking', { expectedDate: '2027-01-05' });
    const before = await foundIn(marks);

    const asked = await ask(browser, 'rights.askDeletion', { body: { candidateId } });
    const after = await foundIn(marks);

    expect(before).toEqual(
      expect.arrayContaining(['application.id_no_sealed', 'candidate.id_no_sealed', 'wizard_draft.json_sealed']),
    );
    expect(await rowsOf('select kind from wizard_draft where account_id = $1', [browser.accountId])).toEqual([
      { kind: 'booking' },
    ]);
    expect(asked.body['status']).toBe('Answered');
    expect(after).toEqual([]);
  });

  it('finds nothing of the holder of a closed account but in what waits to be sent [R-25 T31]', async () => {
    await setClockOffset(0);
    const email = `leaver.${randomDigits(8)}@example.com`;
    const browser = await givenSignedIn(world.url, { email });
    const marks = [email, browser.phone];
    await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: `{"note":"${email}"}` } });
    const before = await foundIn(marks);

    const closed = await ask(browser, 'user.closeAccount');
    const after = await foundIn(marks);
    await meddle(`update message set state = 'Sent', is_wiped = true where account_id = $1`, [browser.accountId]);
    const [row] = await rowsOf('select max(created_at) as at from message where account_id = $1', [browser.accountId]);
    await moveClockTo(addSeconds(String(row?.['at']), 190 * 86_400));
    await run();

    expect(closed.status).toBe(204);
    expect(before).toEqual(expect.arrayContaining(['account.phone_sealed', 'wizard_draft.json_sealed']));
    expect(after.filter((name) => !name.startsWith('message.'))).toEqual([]);
    expect(await foundIn(marks)).toEqual([]);
  });
});
