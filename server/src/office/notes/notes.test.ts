import { permissionsOf, type RoleName } from '@exam/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { openTestPlatform } from '#testing/app';
import { givenAccount, givenCartLine, givenExam, type TestExam } from '#testing';
import { type About, addNote, listNotes, readHistory } from './notes.ts';

let close: () => Promise<void>;
let office: string;
let application: About;
let account: About;
const setStatus = (id: string, status: string) =>
  databasePool().query('update application set status = $2 where id = $1', [id, status]);

async function givenRegistered(accountId: string, exam: TestExam): Promise<About> {
  const objectId = await givenCartLine(accountId, exam);
  await setStatus(objectId, 'Registered');
  return { objectKind: 'application', objectId };
}

beforeAll(async () => {
  close = await openTestPlatform();
  const exam = await givenExam();
  const { id } = await givenAccount();
  application = await givenRegistered(id, exam);
  account = { objectKind: 'account', objectId: id };
  const { rows } = await databasePool().query('select office_id from exam_session where id = $1', [exam.sessionId]);
  office = rows[0]?.office_id;
});
afterAll(() => close());

function staffOf(role: RoleName, offices: StaffActor['offices'] = [office]): StaffActor {
  return { id: randomId(), name: role, permissions: permissionsOf([role]), offices, language: 'en' };
}

const add = (staff: StaffActor, about: About, text: string) =>
  inTransaction((tx) => addNote(tx, staff, { ...about, text }));
const list = async (staff: StaffActor, about: About) => (await inTransaction((tx) => listNotes(tx, staff, about))).list;

describe('a note', () => {
  it('is read by every colleague who may read its object, and says who wrote it', async () => {
    const officer = staffOf('examOfficer');
    await add(officer, application, 'Rang twice, <b>no answer</b>.');

    expect(await list(officer, application)).toMatchObject([{ text: 'Rang twice, <b>no answer</b>.', isOwn: true }]);
    expect(await list(staffOf('supportAgent'), application)).toMatchObject([
      { writtenBy: 'examOfficer', isOwn: false },
    ]);
  });

  it('is kept from those without the right, and from other offices [T32]', async () => {
    await expect(list(staffOf('financeClerk'), application)).rejects.toMatchObject({ status: 403 });
    await expect(add(staffOf('examOfficer', [randomId()]), application, 'Hello')).rejects.toMatchObject({
      status: 404,
    });
    await expect(add(staffOf('examOfficer'), { ...application, objectId: randomId() }, 'Hello')).rejects.toMatchObject({
      status: 404,
    });
  });

  it('is not written about what lies in a cart or was taken out of it [T32]', async () => {
    const { id } = await givenAccount();
    const line = await givenRegistered(id, await givenExam());
    const reader = staffOf('examOfficer', 'all');
    await add(reader, line, 'Hello');

    await setStatus(line.objectId, 'Initiated');
    await expect(list(reader, line)).rejects.toMatchObject({ status: 404 });
    await setStatus(line.objectId, 'Expired');
    await databasePool().query('update application set deleted_at = app_now() where id = $1', [line.objectId]);
    await expect(add(reader, line, 'Hello')).rejects.toMatchObject({ status: 404 });
  });

  it('about an account is for the offices that know its people [T32]', async () => {
    await add(staffOf('supportAgent', 'all'), account, 'Wants to be called in the evening.');

    expect(await list(staffOf('supportAgent', 'all'), account)).toHaveLength(1);
    await expect(list(staffOf('supportAgent', [randomId()]), account)).rejects.toMatchObject({ status: 404 });
  });

  it('may have as many characters as a person sees, whatever they take in memory', async () => {
    const text = '👨‍👩‍👧‍👦'.repeat(2000);
    const officer = staffOf('examOfficer');

    await add(officer, application, text);

    expect((await list(officer, application)).map((note) => note.text)).toContain(text);
  });

  it('leaves its writing in the audit, not its text', async () => {
    await add(staffOf('examOfficer'), application, 'A secret of the family.');

    const { rows } = await databasePool().query(`select * from audit_entry where action = 'notes.add'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it.each(['order', 'session', 'booking', 'refund', 'candidate'] as const)(
    'about a %s that is absent is a 404',
    async (objectKind) => {
      await expect(list(staffOf('auditor', 'all'), { objectKind, objectId: randomId() })).rejects.toMatchObject({
        status: 404,
      });
    },
  );
});

describe('the history of an object', () => {
  const read = async (staff: StaffActor, about: About) =>
    (await inTransaction((tx) => readHistory(tx, staff, about))).list;

  it('says who did what to it, newest first, to whoever may read the object', async () => {
    const exam = await givenExam();
    const owner = await givenAccount();
    const about = await givenRegistered(owner.id, exam);
    const colleague = staffOf('supportAgent', 'all');
    await add(colleague, about, 'First.');
    await add(staffOf('examOfficer', 'all'), about, 'Second.');

    expect(await read(colleague, about)).toMatchObject([
      { staffName: 'examOfficer', action: 'notes.add', reason: null },
      { staffName: 'supportAgent', action: 'notes.add' },
    ]);
    await expect(read(staffOf('financeClerk'), about)).rejects.toMatchObject({ status: 403 });
    await expect(read(staffOf('examOfficer', [randomId()]), about)).rejects.toMatchObject({ status: 404 });
  });

  it.each(['cancellation', 'sessionSubject', 'staff'] as const)(
    'of a %s that is absent is a 404',
    async (objectKind) => {
      const past = { objectKind, objectId: randomId() };
      const auditor = { ...staffOf('auditor', 'all') };

      await expect(inTransaction((tx) => readHistory(tx, auditor, past))).rejects.toMatchObject({ status: 404 });
    },
  );
});
