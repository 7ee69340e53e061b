import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup, tasks as backupTasks } from '#privacy/backup';
import { fileStore } from '#office/files';
import { readBooksProblems } from '#books/ledger';
import { randomId } from '#platform/chance';
import { chinaDateOf, setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { ask, findMarks, givenSignedIn, givenWorkingCalendar, moveClockTo, rowsOf } from '#testing';
import { makeRoom, restored, type Stand, standingAt, standOfWorld } from './backup.testing.ts';
import { givenOther } from './guardian.testing.ts';
import { remove } from './reordered.testing.ts';
import { givenRegistered, isNamed, type Registered, run } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let stand: Stand;
const room = makeRoom();
const quiet = () => undefined;

beforeAll(async () => {
  world = await openWorld();
  stand = await standOfWorld(room);
  await givenWorkingCalendar();
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
  await rm(room, { recursive: true });
});

const writeJournal = async () => await backupTasks['retention.journal']?.({});

/** A document that staff filed on a registration, with bytes in the store. */
async function givenFiled({ applicationId }: Registered): Promise<string> {
  const [id, key] = [randomId(), `filed-${randomId()}`];
  await fileStore().put(key, Buffer.from('sealed bytes of a passport'));
  await meddle(
    `insert into filed_document (id, application_id, class, kind, filed_at, filed_by)
     values ($1, $2, 'identityDocument', 'identityDocument', app_now(), $3)`,
    [id, applicationId, randomId()],
  );
  await meddle(
    `insert into file (id, staff_id, storage_key, name_sealed, kind, size, sha256, used_by, object_id, created_at, used_at)
     values ($1, $2, $3, ''::bytea, 'pdf', 20, sha256('x'), 'filed', $4, app_now(), app_now())`,
    [randomId(), randomId(), key, id],
  );
  return key;
}

const tablesOf = (found: Awaited<ReturnType<typeof findMarks>>) => [...new Set(found.map(({ table }) => table))];

describe('a backup that is older than an erasure', () => {
  it('does not bring a person back: neither rows nor sealed values, jobs or files [F12 S-18]', async () => {
    const gone = await givenRegistered(world);
    const key = await givenFiled(gone);
    const stays = await givenRegistered(world);
    // No post office is here: whatever there was to say was given up.
    await meddle(`update message set state = 'Failed'`);
    const folder = join(room, 'before-run');
    await makeBackup(stand.url, folder, quiet);
    // The other's exam is years later: its period runs on.
    await meddle('update exam_session set exam_date = exam_date + 3000 where id = $1', [stays.sessionId]);
    await moveClockTo(addSeconds(keptUntilAfterDate('candidate', gone.examDate), 86_400));
    await run();
    await writeJournal();
    const here = await findMarks(gone.marks);

    const back = await restored({ folder, from: stand, room, journal: 'none' }, (_, to) =>
      standingAt(to, () => findMarks(gone.marks)),
    );
    const again = await restored({ folder, from: stand, room }, async ({ forgottenAgain }, to) =>
      standingAt(to, async () => ({
        forgottenAgain,
        gone: await findMarks(gone.marks),
        stays: await findMarks(stays.marks),
        bytes: await fileStore().get(key),
        books: (await reading(readBooksProblems)).filter(({ problem }) => !problem.startsWith('I7')),
        erased: await rowsOf('select object_id from erasure where object_id = $1', [gone.applicationId]),
        records: await rowsOf(`select class from deletion_record where class = 'examRecord'`),
      })),
    );

    expect(tablesOf(here)).toEqual([]);
    // Without the journal the person is back: the search can see.
    expect(tablesOf(back)).toEqual(expect.arrayContaining(['application', 'candidate']));
    expect(again.forgottenAgain).toBeGreaterThan(2);
    expect(tablesOf(again.gone)).toEqual([]);
    expect(tablesOf(again.stays)).toEqual(expect.arrayContaining(['application', 'candidate']));
    expect([again.bytes, again.books]).toEqual([null, []]);
    expect([again.erased.length, again.records.length]).toEqual([1, 1]);
  });

  it('does not bring a line of the cart back that its owner has deleted since, however short it lay there [F12 S-18]', async () => {
    await setClockOffset(0);
    const line = await givenOther(world);
    const folder = join(room, 'before-deleting');
    await makeBackup(stand.url, folder, quiet);
    await remove(line);
    await writeJournal();

    const named = await restored({ folder, from: stand, room }, (_, to) =>
      standingAt(to, () => isNamed('application', line.applicationId)),
    );

    expect(named).toBe(false);
  });

  it('does not open an account again that was closed since, and tells nobody a second time [F12 R-25]', async () => {
    await setClockOffset(0);
    const leaver = await givenSignedIn(world.url);
    const folder = join(room, 'before-closing');
    await makeBackup(stand.url, folder, quiet);
    const closed = await ask(leaver, 'user.closeAccount');
    await writeJournal();

    const [account, messages] = await restored({ folder, from: stand, room }, (_, to) =>
      standingAt(to, async () => [
        await rowsOf('select status, phone_sealed, password_hash from account where id = $1', [leaver.accountId]),
        await rowsOf(`select from message where account_id = $1 and created_at > now() - interval '1 minute'`, [
          leaver.accountId,
        ]),
      ]),
    );

    expect(closed.status).toBe(204);
    expect(account).toEqual([{ status: 'Closed', phone_sealed: null, password_hash: null }]);
    expect(messages).toEqual([]);
  });
});

describe('a backup that is older than a deletion that has to wait', () => {
  it('leaves the person out of use with the receipt and its clock, and uses again whom staff gave back [F12 S-18 PIPL-50]', async () => {
    const [waiting, given] = [await givenRegistered(world), await givenRegistered(world)];
    for (const { sessionId } of [waiting, given])
      await meddle('update exam_session set exam_date = exam_date - 300 where id = $1', [sessionId]);
    const folder = join(room, 'before-asking');
    await makeBackup(stand.url, folder, quiet);
    const asked = [waiting, given].map(({ browser, candidateId }) =>
      ask(browser, 'rights.askDeletion', { body: { candidateId } }),
    );
    const answers = await Promise.all(asked);
    await meddle(`update rights_request set status = 'Refused', answered_at = app_now() where candidate_id = $1`, [
      given.candidateId,
    ]);
    await writeJournal();

    const rows = await restored({ folder, from: stand, room }, (_, to) =>
      standingAt(to, () =>
        rowsOf(
          `select id, restricted_at is not null as is_out, (select bool_and(application.restricted_at is not null)
             from application where candidate_id = candidate.id) as are_out
           from candidate where id = any($1::uuid[])`,
          [[waiting.candidateId, given.candidateId]],
        ),
      ),
    );
    const receipts = await restored({ folder, from: stand, room }, (_, to) =>
      standingAt(to, () =>
        rowsOf(
          `select id, code, status, received_at as "receivedAt", due_at as "dueAt", waits_until as "waitsUntil" from rights_request
           where candidate_id = any($1::uuid[]) order by candidate_id = $2`,
          [[waiting.candidateId, given.candidateId], given.candidateId],
        ),
      ),
    );
    expect(receipts).toEqual(
      answers.map(({ body: { id, code, receivedAt, dueAt, waitsUntil } }, index) => ({
        id,
        code,
        status: index === 0 ? 'Received' : 'Refused',
        receivedAt,
        dueAt,
        waitsUntil,
      })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Map(rows.map(({ id, is_out, are_out }) => [id, [is_out, are_out]]))).toEqual(
      new Map([
        [waiting.candidateId, [true, true]],
        [given.candidateId, [false, false]],
      ]),
    );
  });
});

describe('the journal of erasures', () => {
  it('holds classes, ids and instants, and nothing of anybody [S-18 T31]', async () => {
    await setClockOffset(0);
    const leaver = await givenSignedIn(world.url, { email: 'leaver.mark@example.com' });
    await ask(leaver, 'user.closeAccount');
    const [row] = await rowsOf('select closed_at from account where id = $1', [leaver.accountId]);
    const day = chinaDateOf(String(row?.['closed_at']));

    await writeJournal();
    await writeJournal();

    const text = (await fileStore().get(`erasure-journal-${day}`))?.toString('utf8') ?? '';
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => line.includes(leaver.accountId))).toEqual([
      `${String(row?.['closed_at'])} closedAccount ${leaver.accountId}`,
    ]);
    const form =
      /^(\d{4}-\d\d-\d\dT[\d:.]+Z \w+ [0-9a-f-]{36}( [0-9a-f-]{36}| D\w+ [A-Z]\w+( [0-9a-f-]{36}| -){2} \S+)?|# [0-9a-f]{64})$/;
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
  });

  it('stops a restore when a line of it was changed or taken out [F12]', async () => {
    await setClockOffset(0);
    const leaver = await givenSignedIn(world.url);
    const folder = join(room, 'before-damage');
    await makeBackup(stand.url, folder, quiet);
    await ask(leaver, 'user.closeAccount');
    await writeJournal();
    const [row] = await rowsOf('select closed_at from account where id = $1', [leaver.accountId]);
    const path = join(stand.dataDir, 'files', 'er', `erasure-journal-${chinaDateOf(String(row?.['closed_at']))}`);
    const text = await readFile(path, 'utf8');
    const without = text.replace(new RegExp(`.*${leaver.accountId}\n`), '');

    await writeFile(path, without);
    const refused = restored({ folder, from: stand, room }, () => Promise.resolve());

    await expect(refused).rejects.toThrow(/journal of erasures is damaged/);
    await writeFile(path, text);
    expect(without.length).toBeLessThan(text.length);
  });
});
