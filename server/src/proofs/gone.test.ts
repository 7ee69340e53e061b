import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepFile, tasks as fileTasks, fileStore } from '#files';
import { randomDigits, randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { runDueJobs } from '#platform/worker';
import { ask, askStaff, findMarks, givenExam, givenSignedIn, givenStaff, moveClockTo } from '#testing';
import { makeRoom, standOfWorld, type Stand } from './backup.testing.ts';
import { givenRegistered, rowsOf, run } from './retention.testing.ts';
import { meddle, openWorld, submission, type World } from './world.testing.ts';

let world: World;
let stand: Stand;
const room = makeRoom();
beforeAll(async () => {
  world = await openWorld();
  stand = await standOfWorld(room);
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
  await rm(room, { recursive: true });
});

/** The columns in which marks are found, the job queue among them. */
const foundIn = async (marks: readonly string[]) => [
  ...new Set((await findMarks(marks)).map(({ table, column }) => `${table}.${column}`)),
];

/** Every file of the store, by its key. */
async function filesOnDisk(): Promise<Map<string, Buffer>> {
  const names = await readdir(stand.dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile());
  const read = files.map(async ({ name, parentPath }) => [name, await readFile(join(parentPath, name))] as const);
  return new Map(await Promise.all(read));
}

const holding = (files: Map<string, Buffer>, marks: readonly string[]) =>
  [...files].filter(([, bytes]) => marks.some((mark) => bytes.includes(mark))).map(([name]) => name);

const letters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

describe('a search of the database, the files, the jobs and what was exported', () => {
  it('finds nothing of a person after the run that ended the last period, a copy and lists that were taken included [S-18 T31]', async () => {
    const gone = await givenRegistered(world);
    const staff = await givenStaff(world.consoleUrl);
    const staying = await givenRegistered(world);
    await ask(gone.browser, 'rights.copy', { body: { isWhole: true } });
    const listed = await askStaff(staff, 'lists.export', {
      body: {
        list: 'applications.search',
        body: {},
        columns: [{ path: 'candidateName', heading: 'Name', kind: 'text' }],
        format: 'csv',
        reason: 'For the records.',
      },
    });
    const seen = await askStaff(staff, 'candidates.get', { params: { id: gone.candidateId } });
    const key = await filePassport(gone.applicationId, gone.marks);
    await meddle(`update message set state = 'Failed'`);
    const before = await foundIn(gone.marks);
    const plain = holding(await filesOnDisk(), gone.marks);
    const wasOnDisk = (await filesOnDisk()).has(key);

    await meddle('update exam_session set exam_date = exam_date + 3000 where id = $1', [staying.sessionId]);
    await moveClockTo(addSeconds(keptUntilAfterDate('candidate', gone.examDate), 86_400));
    await run();
    await runDueJobs(fileTasks);

    expect([listed.status, listed.text.includes(gone.marks[0] ?? ''), seen.status], listed.text).toEqual([
      200,
      true,
      200,
    ]);
    expect(before).toEqual(expect.arrayContaining(['application.last_name', 'candidate.last_name']));
    expect([wasOnDisk, plain]).toEqual([true, []]);
    expect(await foundIn(gone.marks)).toEqual([]);
    expect((await filesOnDisk()).has(key)).toBe(false);
    expect(await foundIn(staying.marks)).toEqual(expect.arrayContaining(['application.last_name']));
  });

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

/** Staff file a passport whose content names the person. @returns its key in the store. */
async function filePassport(applicationId: string, marks: readonly string[]): Promise<string> {
  const staff = await givenStaff(world.consoleUrl);
  const content = Buffer.from(`%PDF-1.7\n% ${marks.join(' ')}\n%%EOF\n`);
  const kept = await keepFile({ staffId: staff.staff.id }, { content, fileName: `${marks[0]}.pdf` });
  const paper = randomId();
  await meddle(
    `insert into filed_document (id, application_id, class, kind, filed_at, filed_by)
     values ($1, $2, 'identityDocument', 'identityDocument', app_now(), $3)`,
    [paper, applicationId, staff.staff.id],
  );
  await meddle(`update file set used_by = 'filed', object_id = $1, used_at = app_now() where id = $2`, [
    paper,
    kept.id,
  ]);
  const [row] = await rowsOf('select storage_key from file where id = $1', [kept.id]);
  expect(await fileStore().get(String(row?.['storage_key']))).not.toBeNull();
  return String(row?.['storage_key']);
}
