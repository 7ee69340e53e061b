import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addSeconds, keptUntilAfterDate, type RetentionClass } from '@exam/contract/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBackup } from '#privacy/backup';
import { keepFile, tasks as fileTasks } from '#office/files';
import { randomDigits, randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { closeLog, openLog } from '#platform/log';
import { runDueJobs } from '#platform/worker';
import {
  ask,
  askStaff,
  childConsents,
  findMarks,
  givenExam,
  givenSignedIn,
  givenStaff,
  moveClockTo,
  rowsOf,
} from '#testing';
import { makeRoom, standOfWorld, type Stand } from './backup.testing.ts';
import { tablesOnDisk } from './disk.testing.ts';
import { randomCharacters, run } from './retention.testing.ts';
import { meddle, openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

let world: World;
let stand: Stand;
const room = makeRoom();
const logFile = join(mkdtempSync(join(tmpdir(), 'examport-everywhere-')), 'log');
beforeAll(async () => {
  openLog('debug', logFile);
  world = await openWorld();
  stand = await standOfWorld(room);
});
afterAll(async () => {
  openLog('silent');
  await setClockOffset(0);
  await world.close();
  await rm(room, { recursive: true });
});

/** A value that nothing else holds, what its column says of it, and the class that keeps it longest, all by the day of the exam. */
type Sign = { value: string; class: 'personal' | 'sensitive'; until: RetentionClass };

/** A registration that names nobody any more leaves the month to the saved candidate, and no day (decision 0080). */
const startOf = (until: RetentionClass, examDate: string) =>
  until === 'candidate' ? `${examDate.slice(0, 7)}-01` : examDate;

const letters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));
const sensitive = (value: string, until: RetentionClass): Sign => ({ value, class: 'sensitive', until });

/** The one list of what is planted of one child, and of those who come with it. */
const signs = {
  wish: sensitive(`Wish${letters()}`, 'specialArrangement'),
  pickupNo: sensitive(`K${randomDigits(8)}`, 'examRecord'),
  pickupMobile: sensitive(`137${randomDigits(8)}`, 'examRecord'),
  paper: sensitive(`Paper${letters()}`, 'identityDocument'),
  lastName: { value: `Q${letters()}`, class: 'personal', until: 'candidate' },
  firstName: { value: `X${letters()}`, class: 'personal', until: 'candidate' },
  nameZh: sensitive(randomCharacters(), 'candidate'),
  idNo: sensitive(`E${randomDigits(8)}`, 'candidate'),
  mobile: sensitive(`139${randomDigits(8)}`, 'candidate'),
  email: sensitive(`sign.${randomDigits(8)}@example.com`, 'candidate'),
  guardianNo: sensitive(`G${randomDigits(8)}`, 'candidate'),
  guardianMobile: sensitive(`138${randomDigits(8)}`, 'candidate'),
} as const satisfies Record<string, Sign>;
const all: readonly Sign[] = Object.values(signs);
const valuesOf = (some: readonly Sign[]) => some.map(({ value }) => value);
const ofClass = (of: Sign['class']) => valuesOf(all.filter((sign) => sign.class === of));

const person = {
  idType: 'Passport',
  idNo: signs.idNo.value,
  lastName: signs.lastName.value,
  firstName: signs.firstName.value,
  nameZh: signs.nameZh.value,
  gender: 'Male',
  dob: '2014-05-06',
  mobile: signs.mobile.value,
  email: signs.email.value,
  consents: childConsents,
  guardianModel: {
    name: '王建国',
    idType: 'Passport',
    idNo: signs.guardianNo.value,
    mobile: signs.guardianMobile.value,
    type: 'Father',
  },
};
const pickup = {
  name: '李秀英',
  idType: 'Passport',
  idNo: signs.pickupNo.value,
  mobile: signs.pickupMobile.value,
  type: 'AuthorisedPerson',
  isFourteenOrOlder: true,
};

/** A paid registration with a wish and a filed passport; its owner took a copy of everything. @returns that copy, and the day of the exam. */
async function plant(): Promise<{ copy: string; examDate: string }> {
  const browser = await givenSignedIn(world.url);
  const exam = await givenExam();
  const candidateId = String((await ask(browser, 'candidate.add', { body: person })).body['id']);
  const body = { ...submission(exam, candidateId, 'child'), applicationPickupPerson: pickup };
  const submitted = await ask(browser, 'application.submit', { body });
  expect(submitted.status, submitted.text).toBe(200);
  const applicationId = String(submitted.body['id']);
  await payOrder(browser, world.bank, await placeOrder(browser, { exam, candidateId, applicationId }));
  const staff = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
  const wished = await askStaff(staff, 'arrangements.record', {
    params: { id: applicationId },
    body: { request: signs.wish.value, reason: 'Rang the parents.' },
  });
  expect(wished.status, wished.text).toBeLessThan(300);
  await filePassport(applicationId, staff.staff.id);
  // What chokes on it writes no word of it.
  await browser.send('POST', '/api/candidate', { body: `{"idNo":"${signs.idNo.value}",` });
  await browser.send('GET', `/api/candidate/${signs.idNo.value}?mobile=${signs.mobile.value}`);
  await askStaff(staff, 'candidates.get', { params: { id: candidateId } });
  await ask(browser, 'rights.copy', { body: { isWhole: true } });
  const copy = await ask(browser, 'rights.copy', { body: { isWhole: false } });
  const [row] = await rowsOf('select exam_date from exam_session where id = $1', [exam.sessionId]);
  return { copy: copy.text, examDate: String(row?.['exam_date']) };
}

async function filePassport(applicationId: string, staffId: string): Promise<void> {
  const content = Buffer.from(`%PDF-1.7\n% ${signs.paper.value}\n1 0 obj\n<<>>\nendobj\n%%EOF\n`);
  const kept = await keepFile({ staffId }, { content, fileName: `${signs.paper.value}.pdf` });
  const paper = randomId();
  await meddle(
    `insert into filed_document (id, application_id, class, kind, filed_at, filed_by)
     values ($1, $2, 'identityDocument', 'identityDocument', app_now(), $3)`,
    [paper, applicationId, staffId],
  );
  await meddle(`update file set used_by = 'filed', object_id = $1, used_at = app_now() where id = $2`, [
    paper,
    kept.id,
  ]);
}

/** Every file under a folder as text, what is packed taken out. */
async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ name, parentPath }) => {
      const bytes = await readFile(join(parentPath, name));
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return (isPacked ? gunzipSync(bytes) : bytes).toString('latin1');
    }),
  );
}

const listOf = ['candidateName', 'code'].map((path) => ({ path, heading: path, kind: 'text' }));

/** What staff without an approval take out of a list. */
async function exported(): Promise<string> {
  const staff = await givenStaff(world.consoleUrl, { opensMinors: false });
  const body = { list: 'applications.search', body: {}, columns: listOf, format: 'csv', reason: 'For the records.' };
  const { status, text } = await askStaff(staff, 'lists.export', { body });
  expect(status, text).toBe(200);
  return text;
}

const holding = (texts: readonly string[], values: readonly string[]) =>
  values.filter((value) => texts.some((text) => text.includes(value)));

/** Looks everywhere, after a run. @returns where each mark was found that should be gone, or is not where it may still be. */
async function look(gone: readonly Sign[]) {
  const folder = join(room, randomId());
  await makeBackup(stand.url, folder, () => undefined);
  await closeLog();
  const [backup, files, log, list] = [
    await textsIn(folder),
    await textsIn(stand.dataDir),
    await readFile(logFile, 'utf8'),
    await exported(),
  ];
  const inColumns = await findMarks(ofClass('sensitive'));
  const inClear = await findMarks(ofClass('personal'));
  const never = [...ofClass('sensitive'), signs.firstName.value];
  const over = valuesOf(gone);
  return {
    columns: [
      ...inColumns.filter(({ isSealed, class: of }) => !isSealed || of !== 'sensitive'),
      ...inClear.filter(({ isSealed, class: of }) => !isSealed && of !== 'personal'),
      ...(over.length === 0 ? [] : await findMarks(over)),
    ],
    disk: await onDisk(over),
    statistics: await rowsOf(
      `select tablename, attname from pg_stats where exists (select from unnest($1::text[]) mark where position(mark in pg_stats::text) > 0)`,
      [valuesOf(all)],
    ),
    backup: holding(backup, [...ofClass('sensitive'), ...over]),
    // A name may be in clear: the search finds it there, or would prove nothing.
    named: holding(backup, [signs.lastName.value]),
    files: holding(files, valuesOf(all)),
    log: holding([log], valuesOf(all)),
    list: holding([list], [...never, ...over]),
  };
}

/** Tables whose files hold a sealed mark, or one that is over. Space that was given back keeps its content until the table is rewritten, as the guide says. */
async function onDisk(over: readonly string[]): Promise<string[]> {
  if (over.length > 0) for (const table of await tablesOnDisk(over)) await meddle(`vacuum full "${table}"`);
  return await tablesOnDisk([...ofClass('sensitive'), ...over]);
}

/** Tables of candidates that the runs did not clear away what they had forgotten from. */
const notCleared = async () =>
  await rowsOf(
    `select relname from pg_stat_user_tables
     where relname in ('candidate', 'candidate_guardian') and (last_vacuum is null or last_analyze is null)`,
  );

const nothing = { columns: [], disk: [], statistics: [], backup: [], files: [], log: [], list: [] };
const named = [signs.lastName.value];

it('a search of the database, its files, its statistics, the store, the log, a backup and exports finds of a person what the classes of columns allow, and nothing from the end of each period on [S-18 T31 PIPL-47 PIPL-51]', async () => {
  const { copy, examDate } = await plant();
  // Otherwise the child would go from the list after a day: no guardian has agreed (decision 0077).
  await meddle('update candidate_guardian set is_elsewhere = false');
  await meddle('analyze');
  const atFirst = await look([]);
  const ends = [...new Set(all.map(({ until }) => keptUntilAfterDate(until, startOf(until, examDate))))].toSorted();
  const seen: unknown[] = [];
  for (const end of ends) {
    const isOver = ({ until }: Sign) => keptUntilAfterDate(until, startOf(until, examDate)) <= end;
    const ending = all.filter(({ until }) => keptUntilAfterDate(until, startOf(until, examDate)) === end);
    await meddle(`update message set state = 'Failed' where state = 'Waiting'`);
    await moveClockTo(addSeconds(end, -60));
    await run();
    const still = [];
    for (const sign of ending) if ((await findMarks([sign.value])).length > 0) still.push(sign);
    await moveClockTo(end);
    await run();
    await runDueJobs(fileTasks);
    seen.push({ still, ...(await look(all.filter(isOver))) });
  }

  expect(atFirst).toEqual({ ...nothing, named });
  expect(seen).toEqual(
    ends.map((end, at) => ({
      still: all.filter(({ until }) => keptUntilAfterDate(until, startOf(until, examDate)) === end),
      ...nothing,
      named: at === ends.length - 1 ? [] : named,
    })),
  );
  expect(ends).toHaveLength(3);
  expect(await notCleared()).toEqual([]);
  // What may be read is read: otherwise the rest would prove nothing.
  expect(holding([copy], [signs.lastName.value, signs.firstName.value, signs.nameZh.value])).toHaveLength(3);
  const numbers = [
    signs.idNo,
    signs.mobile,
    signs.guardianNo,
    signs.guardianMobile,
    signs.pickupNo,
    signs.pickupMobile,
  ];
  expect(holding([copy], valuesOf(numbers))).toEqual([]);
  expect((await readFile(logFile, 'utf8')).split('\n').length).toBeGreaterThan(20);
});
