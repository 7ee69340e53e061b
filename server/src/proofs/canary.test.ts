import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomDigits, randomId } from '#platform/chance';
import { tableNames } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { closeLog, openLog } from '#platform/log';
import { flushNetworkLog } from '#platform/network-log';
import { createBrowser } from '#testing/app';
import {
  childConsents,
  ask,
  askStaff,
  findMarks,
  givenExam,
  givenSignedIn,
  givenStaff,
  testPassword,
  upload,
  type SignedIn,
} from '#testing';
import { openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

let world: World;
const logFile = join(mkdtempSync(join(tmpdir(), 'examport-canary-')), 'log');
beforeAll(async () => {
  world = await openWorld();
  openLog('debug', logFile);
});
afterAll(async () => {
  openLog('silent');
  await world.close();
});

/** Marked values that nothing else holds: where one turns up, it came from this test. */
const canary = {
  passport: `Q${randomDigits(8)}`,
  mobile: `139${randomDigits(8)}`,
  email: `canary.${randomDigits(8)}@example.com`,
  guardianPassport: `G${randomDigits(8)}`,
  guardianMobile: `138${randomDigits(8)}`,
  guardianName: '金丝雀监护',
  pickupPassport: `K${randomDigits(8)}`,
  pickupMobile: `137${randomDigits(8)}`,
  pickupName: '金丝雀接送',
  newPhone: `135${randomDigits(8)}`,
};
/** Where some of them are found again once the seal is opened. */
const sealedColumns = [
  'candidate.id_no_sealed',
  'candidate_guardian.name_sealed',
  'application.email_sealed',
  'application_person.mobile_sealed',
  'message.recipient_sealed',
];
/** Texts that may be in a column for staff, and never in a log. */
const texts = {
  reason: `Canary reason ${randomDigits(8)}`,
  note: `Canary note ${randomDigits(8)}`,
  file: `canary-file-${randomDigits(8)}`,
  keyName: `Canary key ${randomDigits(8)}`,
};

const person = {
  idType: 'Passport',
  idNo: canary.passport,
  lastName: 'ZHANG',
  firstName: 'SAN',
  gender: 'Male',
  dob: '2014-05-06',
  consents: childConsents,
  email: canary.email,
  mobile: canary.mobile,
  guardianModel: {
    name: canary.guardianName,
    idType: 'Passport',
    idNo: canary.guardianPassport,
    mobile: canary.guardianMobile,
    type: 'Father',
  },
};
const pickup = {
  name: canary.pickupName,
  idType: 'Passport',
  idNo: canary.pickupPassport,
  mobile: canary.pickupMobile,
  type: 'AuthorisedPerson',
  isFourteenOrOlder: true,
};

/** A registration from form to payment, and the cancellation of it. */
async function registerAndCancel(browser: SignedIn): Promise<{ candidateId: string; applicationId: string }> {
  const exam = await givenExam();
  const added = await ask(browser, 'candidate.add', { body: person });
  const candidateId = String(added.body['id']);
  const body = { ...submission(exam, candidateId, 'child'), applicationPickupPerson: pickup };
  await ask(browser, 'application.submit', { body: { ...body, isInformationConfirmed: false } });
  const submitted = await ask(browser, 'application.submit', { body });
  expect([added.status, submitted.status], added.text + submitted.text).toEqual([200, 200]);
  const line = { exam, candidateId, applicationId: String(submitted.body['id']) };
  await payOrder(browser, world.bank, await placeOrder(browser, line));
  const query = { applicationId: line.applicationId };
  await ask(browser, 'application.requestCancellation', { query, body: { reason: '' } });
  const asked = await ask(browser, 'application.requestCancellation', { query, body: { reason: texts.reason } });
  expect(asked.status, asked.text).toBeLessThan(300);
  return line;
}

/** A file that is read and saved, one that is none, one that is not. @returns how many were saved. */
async function importFiles(browser: SignedIn): Promise<number> {
  const file = readFileSync(join(import.meta.dirname, '../people/imports/fixtures/thirty-candidates.xls'));
  const read = await upload(world.url, browser, file);
  await upload(world.url, browser, Buffer.from(texts.file));
  await ask(browser, 'candidate.saveImport', { body: { previewId: texts.file, consents: childConsents } });
  const before = await countCandidates();
  await ask(browser, 'candidate.saveImport', { body: { previewId: read.body['previewId'], consents: childConsents } });
  return (await countCandidates()) - before;
}

/** A whole document number of the file; masked they may be in a list. */
const numberOfFile = /330106\d{11}[\dX]/;

async function countCandidates(): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>('select count(*)::int as count from candidate');
  return rows[0]?.count ?? 0;
}

/** Bookings, passkeys and closing, with what is wrong with each. */
async function stumble(browser: SignedIn): Promise<void> {
  const booking = {
    productId: randomId(),
    officeId: randomId(),
    productLastModifiedOn: '2026-11-01T00:00:00.000Z',
    expectTestDate: '2026-12-21',
    applicationCandidate: { ...person, idNo: `${canary.passport}1` },
    applicationPickupPerson: pickup,
    registrationForm: JSON.stringify({ contact: canary.email }),
    applicationSteps: [],
  };
  await ask(browser, 'booking.submit', { body: booking });
  await ask(browser, 'booking.cancel', { body: { bookingId: randomId(), reason: texts.reason } });
  await ask(browser, 'user.addPasskey', { body: { name: texts.keyName, credential: { id: canary.passport } } });
  await ask(browser, 'user.renamePasskey', { params: { id: randomId() }, body: { name: texts.keyName } });
  await ask(browser, 'user.closeAccount');
  for (const path of ['/api/candidate', '/api/booking', '/api/user/account'])
    await browser.send('POST', path, { body: `{"idNo":"${canary.passport}",` });
  await browser.send('GET', `/api/candidate/${canary.passport}?mobile=${canary.mobile}`);
}

/** What was corrected in its record; the audit keeps that it was, and none of it (S-18). */
const corrected = { lastName: 'QUIMBYCANARY', mobile: `134${randomDigits(8)}` };

/** Staff correct, reveal, write notes, and are refused with the same values. */
async function work(about: { accountId: string; candidateId: string; applicationId: string }): Promise<void> {
  const staff = await givenStaff(world.consoleUrl, { roles: ['supportAgent', 'examOfficer'] });
  const body = { reason: texts.reason };
  const shown = await askStaff(staff, 'accounts.reveal', { params: { id: about.accountId }, body });
  const opened = await askStaff(staff, 'candidates.reveal', { params: { id: about.candidateId }, body });
  expect([shown.status, opened.text.includes(canary.passport)], opened.text).toEqual([200, true]);
  const object = { objectKind: 'application', objectId: about.applicationId };
  const params = { id: about.applicationId };
  const { version } = (await askStaff(staff, 'applications.get', { params })).body;
  const changed = await askStaff(staff, 'applications.correct', {
    params,
    body: { version, changes: corrected, ...body },
  });
  expect(changed.status, changed.text).toBeLessThan(300);
  await askStaff(staff, 'notes.add', { params: object, body: { text: texts.note } });
  await askStaff(staff, 'notes.add', { params: { ...object, objectId: randomId() }, body: { text: texts.note } });
  await askStaff(staff, 'accounts.search', { body: { search: canary.mobile } });
  await askStaff(staff, 'candidates.search', { body: { search: canary.passport } });
  await askStaff(staff, 'claims.moveNumber', {
    params: { id: about.accountId },
    body: { ...body, evidence: texts.note, phone: canary.newPhone },
  });
}

/** A call on which the database chokes, with the row that it quotes. */
async function choke(browser: SignedIn): Promise<number> {
  await databasePool().query('alter table candidate add constraint canary check (birth_year is null) not valid');
  const { status } = await ask(browser, 'candidate.add', { body: { ...person, idNo: `${canary.passport}2` } });
  await databasePool().query('alter table candidate drop constraint canary');
  return status;
}

async function wholeDatabase(): Promise<string> {
  const tables = [...tableNames.map((name) => `public.${name}`), 'graphile_worker._private_jobs'];
  const dumps: string[] = [];
  for (const name of tables) {
    const { rows } = await databasePool().query<{ row: string }>(`select t::text as row from ${name} t`);
    dumps.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return dumps.join('\n');
}

/** Files of this machine's temporary directory that were written since `begun`, but the log itself. */
function temporaryFiles(begun: number): string[] {
  return readdirSync(tmpdir(), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(tmpdir(), name))
    .filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found !== undefined && found.mtimeMs >= begun && found.size < 5_000_000;
    });
}

it('no personal value of imports, bookings, cancellations, passkeys, closing or the desk reaches a log, a job, a readable column, a metric or a temporary file [T31 ASVS-16.2.5 ASVS-14.2.4]', async () => {
  const begun = performance.timeOrigin + performance.now();
  const browser = await givenSignedIn(world.url);
  const registered = await registerAndCancel(browser);
  const imported = await importFiles(browser);
  await stumble(browser);
  await work({ accountId: browser.accountId, ...registered });
  const choked = await choke(browser);
  const leaver = await givenSignedIn(world.url, { email: canary.email });
  const closed = await ask(leaver, 'user.closeAccount');
  const metrics = (await createBrowser(world.url).send('GET', '/metrics')).text;
  await closeLog();
  await flushNetworkLog();

  const lines = readFileSync(logFile, 'utf8');
  const database = await wholeDatabase();
  const files = temporaryFiles(begun).map((path) => readFileSync(path, 'latin1'));

  expect([closed.status, imported > 10, choked]).toEqual([204, true, 500]);
  expect(lines).toContain('"code":"23514"');
  expect(lines.split('\n').length).toBeGreaterThan(20);
  const rowsOf = (table: string) => database.split('\n').filter((row) => row.startsWith(`public.${table} `));
  expect(rowsOf('network_log').length).toBeGreaterThan(20);
  const audited = rowsOf('audit_entry').join('\n');
  expect(audited).toContain('applications.correct');
  expect([...Object.values(corrected), ...Object.values(canary)].filter((value) => audited.includes(value))).toEqual(
    [],
  );
  // What may be read is read: otherwise the rest would prove nothing.
  expect(database).toContain(texts.reason);
  const secrets = [...Object.values(canary), browser.phone, leaver.phone, testPassword];
  expect(secrets.filter((value) => database.includes(value))).toEqual([]);
  // Each value lies where its class says: documents and contacts in sealed columns alone, free words in columns of people.
  const sealed = await findMarks(Object.values(canary));
  expect(sealed.filter(({ isSealed, class: of }) => !isSealed || of !== 'sensitive')).toEqual([]);
  expect(sealed.map(({ table, column }) => `${table}.${column}`)).toEqual(expect.arrayContaining(sealedColumns));
  const readable = (await findMarks(Object.values(texts))).filter(({ isSealed }) => !isSealed);
  expect(readable.filter(({ class: of }) => of !== 'personal')).toEqual([]);
  expect(readable.length).toBeGreaterThan(2);
  expect([database, lines, metrics, ...files].filter((text) => numberOfFile.test(text))).toEqual([]);
  const everything = [...secrets, ...Object.values(texts)];
  expect(everything.filter((value) => lines.includes(value))).toEqual([]);
  expect(everything.filter((value) => metrics.includes(value))).toEqual([]);
  expect(everything.filter((value) => files.some((file) => file.includes(value)))).toEqual([]);
});
