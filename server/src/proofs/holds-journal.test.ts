import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, addSeconds, chinaDateOf, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup, tasks as backupTasks } from '#privacy/backup';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { childConsents, ask, askStaff, givenStaff, moveClockTo, type SignedInStaff, rowsOf } from '#testing';
import { makeRoom, restored, type Stand, standingAt, standOfWorld } from './backup.testing.ts';
import { groundOf, postTest } from './planting.testing.ts';
import { givenRegistered, isNamed, run } from './retention.testing.ts';
import { openWorld, type World } from './world.testing.ts';

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

const reason = 'A court asked for the record.';
const givenTwo = async () => [await officerNamed('Ding Yi'), await officerNamed('Wu Er')] as const;
const officerNamed = (name: string) => givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name });
type Two = readonly [SignedInStaff, SignedInStaff];

async function approve([, second]: Two, proposalId: unknown): Promise<void> {
  const done = await askStaff(second, 'approvals.approve', { params: { id: String(proposalId) }, body: {} });
  if (done.status !== 204) throw new Error(done.text);
}

/** A hold on a person, as two colleagues open it. @returns its id. */
async function hold(two: Two, objectId: string): Promise<string> {
  const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
  const body = { scope: 'person' as const, objectId, reviewOn, reason };
  const { body: proposed } = await askStaff(two[0], 'holds.propose', { body });
  await approve(two, proposed['proposalId']);
  const [row] = await rowsOf('select object_id from proposal where id = $1', [proposed['proposalId']]);
  return String(row?.['object_id']);
}

async function release(two: Two, id: string): Promise<void> {
  const { body } = await askStaff(two[0], 'holds.proposeRelease', { params: { id }, body: { reason } });
  await approve(two, body['proposalId']);
}

describe('a backup that is older than a legal hold', () => {
  it('brings it back with everything it keeps: the first run after a restore forgets none of it [S-18 F12]', async () => {
    const [kept, freed, early] = [
      await givenRegistered(world),
      await givenRegistered(world),
      await givenRegistered(world),
    ];
    const before = await givenTwo();
    const released = await hold(before, early.candidateId);
    const folder = join(room, 'before-hold');
    await makeBackup(stand.url, folder, () => undefined);
    // Whoever opens it is newer than the backup too.
    const two = await givenTwo();
    const open = await hold(two, kept.candidateId);
    const shut = await hold(two, freed.candidateId);
    for (const id of [shut, released]) await release(two, id);
    await backupTasks['retention.journal']?.({});
    const look = async () => {
      await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', addDays(kept.examDate, 30)), 1));
      await run();
      const people = [kept, freed, early];
      const named = [];
      for (const { applicationId } of people) named.push(await isNamed('application', applicationId));
      return named;
    };

    const [named, holds, list] = await restored({ folder, from: stand, room }, (_, to) =>
      standingAt(to, async () => [
        await look(),
        await rowsOf('select id, released_at is null as is_open from legal_hold order by opened_at'),
        (await askStaff(await officerNamed('Li San'), 'holds.search', { body: { pageIndex: 1, pageSize: 10 } })).body,
      ]),
    );

    expect(named).toEqual([true, false, false]);
    expect(holds).toEqual([
      { id: released, is_open: false },
      { id: open, is_open: true },
      { id: shut, is_open: false },
    ]);
    expect(list).toMatchObject({ recordCount: 3 });
    expect(JSON.stringify(list)).toContain(open);
  });
});

describe('a legal hold on a person', () => {
  it('is not got out of by writing another document over the saved one [S-18 PIPL-47]', async () => {
    await setClockOffset(0);
    const two = await givenTwo();
    const { browser, candidateId, examDate } = await givenRegistered(world);
    await hold(two, candidateId);
    const guardianModel = { name: '王建国', idType: 'Passport', mobile: '13800138000', type: 'Father' };
    const other = { lastName: 'OTHER', firstName: 'NAME', idType: 'Passport', idNo: 'E99887766', gender: 'Male' };
    const changed = await ask(browser, 'candidate.modify', {
      body: { id: candidateId, ...other, dob: '2014-05-06', guardianModel, consents: childConsents },
    });
    await moveClockTo(addSeconds(keptUntilAfterDate('candidate', addDays(examDate, 1)), 1));
    await run();

    expect(changed.status, changed.text).toBeLessThan(300);
    expect(await isNamed('candidate', candidateId)).toBe(true);
  });

  it('whom a request after results names keeps everything of that person in its account [S-18]', async () => {
    await setClockOffset(0);
    const two = await givenTwo();
    const registered = await givenRegistered(world);
    const request = await postTest(await groundOf(registered), { status: 'Registered' });
    await hold(two, request);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', addDays(registered.examDate, 1)), 1));

    await run();

    expect(await isNamed('application', registered.applicationId)).toBe(true);
  });
});
