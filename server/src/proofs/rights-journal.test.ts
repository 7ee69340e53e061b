import { consentVersion } from '@exam/contract/rules';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkChain } from '#office/audit';
import { makeBackup, tasks as backupTasks } from '#privacy/backup';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';

import { createBrowser } from '#testing/app';
import {
  ask,
  askStaff,
  giveBody,
  givenExam,
  givenSignedIn,
  givenStaff,
  givenWorkingCalendar,
  type SignedIn,
  rowsOf,
} from '#testing';
import { makeRoom, restored, type Stand, standingAt, standOfWorld } from './backup.testing.ts';
import { askDue, toldOf } from './guardian.testing.ts';
import { brokenBooks, givenRegistered } from './retention.testing.ts';
import { candidateForm, meddle, openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

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
const officer = () => givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });

type Child = { browser: SignedIn; candidateId: string; applicationId: string; productId: string; sessionId: string };

/** A child who is registered and paid for, with an awarding body to be passed to, and a guardian whose number is not the account's. */
async function givenChild(): Promise<Child> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const exam = await givenExam();
  await giveBody(exam);
  const form = candidateForm('child');
  const guardianModel = { ...Object(form['guardianModel']), mobile: `137${randomDigits(8)}` };
  const candidateId = String((await ask(browser, 'candidate.add', { body: { ...form, guardianModel } })).body['id']);
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const applicationId = String(body['id']);
  await payOrder(browser, world.bank, await placeOrder(browser, { exam, candidateId, applicationId }));
  await askDue();
  const child = { browser, candidateId, applicationId, productId: exam.productId, sessionId: exam.sessionId };
  const params = { token: await linkOf(child) };
  const { body: shown } = await ask(createBrowser(world.url), 'guardian.notice', { params });
  const agreed = { params, body: { subject: shown['subject'], version: consentVersion } };
  await ask(createBrowser(world.url), 'guardian.agree', agreed);
  return child;
}

/** The secret of the link that a child's guardian was sent. */
async function linkOf({ applicationId }: Child): Promise<string> {
  const [told] = await toldOf(applicationId);
  if (!told) throw new Error('The guardian was asked about nothing.');
  return told.values.token;
}

async function withdraw({ browser }: Child, statementId: string) {
  const { text } = await ask(browser, 'consent.list');
  const sets: { statements: { id: string; statementId: string }[] }[] = JSON.parse(text);
  const found = sets.flatMap(({ statements }) => statements).find((each) => each.statementId === statementId);
  return await ask(browser, 'consent.withdraw', { params: { id: found?.id ?? '' } });
}

/** What is passed to the awarding body of a child, and what stays, by the console's own preview. */
async function passedOn({ productId, sessionId }: Child): Promise<unknown[]> {
  const staff = await givenStaff(world.consoleUrl);
  const { body } = await askStaff(staff, 'bodyEntries.preview', { body: { productId, sessionId } });
  return [body['rows'], body['left']].map((each) => (Array.isArray(each) ? each.length : each));
}

const withdrawals = async (children: readonly Child[]) =>
  await rowsOf(
    `select consent_id, request_id, withdrawn_at from consent_withdrawal join consent on consent.id = consent_id
     where consent.application_id = any($1) order by consent_id`,
    [children.map(({ applicationId }) => applicationId)],
  );

describe('a backup that is older than the end of a consent', () => {
  it('brings back neither what was withdrawn nor what a guardian objected to: nothing is passed on [F12 PIPL-15 PIPL-31 3-domain 6.2]', async () => {
    const [parted, objected, stays] = [await givenChild(), await givenChild(), await givenChild()];
    const link = await linkOf(objected);
    const folder = join(room, 'before-end');
    await makeBackup(stand.url, folder, quiet);
    const withdrawn = await withdraw(parted, 'childSensitiveData');
    const objection = await ask(createBrowser(world.url), 'guardian.object', { params: { token: link } });
    await writeJournal();
    const children = [parted, objected, stays];
    const look = async () => ({
      passed: [await passedOn(parted), await passedOn(objected), await passedOn(stays)],
      withdrawals: await withdrawals(children),
      hasObjected:
        (await ask(createBrowser(world.url), 'guardian.notice', { params: { token: link } })).body['objection'] !==
        null,
    });
    const here = await look();

    const back = await restored({ folder, from: stand, room, journal: 'none' }, (_, to) => standingAt(to, look));
    const again = await restored({ folder, from: stand, room }, ({ findings, forgottenAgain }, to) =>
      standingAt(to, async () => ({
        look: await look(),
        findings: findings.filter((line) => !line.startsWith('I7')),
        forgottenAgain,
        books: await brokenBooks(),
        chain: (await checkChain(to.url)).first,
        wish: (await askStaff(await officer(), 'rights.page', { params: { id: await objectionOf(objected) } })).body[
          'wish'
        ],
      })),
    );

    expect([withdrawn.status, objection.status]).toEqual([200, 200]);
    expect(here).toMatchObject({
      passed: [
        [0, 1],
        [0, 1],
        [1, 0],
      ],
      hasObjected: true,
    });
    expect(here.withdrawals.length).toBeGreaterThan(3);
    // Without the journal they are back: the look can see.
    expect(back).toEqual({
      passed: [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      withdrawals: [],
      hasObjected: false,
    });
    expect(again).toMatchObject({ look: here, findings: [], books: [], chain: null });
    expect(again.forgottenAgain).toBe(here.withdrawals.length);
    const [named] = await rowsOf('select code from application where id = $1', [objected.applicationId]);
    expect(again.wish).toBe(named?.['code']);
  });
});

const objectionOf = async ({ applicationId }: Child) =>
  String(
    (
      await rowsOf(
        `select request_id from guardian_answer answer join guardian_case known on known.id = answer.case_id
         join application on application.person_key = known.person_key where application.id = $1 and answer.kind = 'objected'`,
        [applicationId],
      )
    )[0]?.['request_id'],
  );

describe('a backup that is older than an objection that was a mistake', () => {
  it('knows that two of the staff found so: what it ended stands again, and the objection is refused [F12 PIPL-31 S-16]', async () => {
    const child = await givenChild();
    const link = await linkOf(child);
    const folder = join(room, 'before-mistake');
    await makeBackup(stand.url, folder, quiet);
    await ask(createBrowser(world.url), 'guardian.object', { params: { token: link } });
    const ended = await passedOn(child);
    const id = await objectionOf(child);
    const reason = 'The link had gone to a stranger.';
    const { body } = await askStaff(await officer(), 'rights.proposeMistaken', {
      params: { id },
      body: { version: 1, reason, isStranger: false },
    });
    const done = await askStaff(await officer(), 'approvals.approve', {
      params: { id: String(body['proposalId']) },
      body: { reason },
    });
    await writeJournal();

    const again = await restored({ folder, from: stand, room }, ({ forgottenAgain }, to) =>
      standingAt(to, async () => [
        await passedOn(child),
        await rowsOf('select status from rights_request where id = $1', [id]),
        forgottenAgain,
      ]),
    );

    // The guardian is asked again in both, and has not agreed.
    expect([done.status, ended, await passedOn(child)]).toEqual([204, [0, 1], [0, 1]]);
    expect(again).toEqual([[0, 1], [{ status: 'Refused' }], 0]);
  });
});

describe('a backup that is older than a request about data', () => {
  it('loses none: each stands in the inbox under its number, kind and clock; what the system served is served, what staff answered waits again [F12 PIPL-50 S-18]', async () => {
    const [parent, other] = [await givenChild(), await givenRegistered(world)];
    await meddle('update exam_session set exam_date = exam_date - 300 where id = $1', [other.sessionId]);
    const correct = (browser: SignedIn) =>
      ask(browser, 'rights.askCorrection', { body: { candidateId: null, wish: 'WISHMARK a new name' } });
    const remove = async () =>
      await ask(other.browser, 'rights.askDeletion', { body: { candidateId: other.candidateId } });
    const early = await remove();
    const folder = join(room, 'before-asking');
    await makeBackup(stand.url, folder, quiet);
    const staff = await officer();
    const reason = 'An appeal is under way.';
    await askStaff(staff, 'rights.refuse', { params: { id: String(early.body['id']) }, body: { version: 1, reason } });
    const newcomer = await givenSignedIn(world.url);
    const asked = {
      open: await correct(parent.browser),
      answered: await correct(parent.browser),
      newcomer: await correct(newcomer),
      served: await withdraw(parent, 'childAwardingBody'),
      late: await remove(),
    };
    await meddle('update candidate set updated_at = app_now() where account_id = $1', [parent.browser.accountId]);
    const answered = await askStaff(staff, 'rights.answer', {
      params: { id: String(asked.answered.body['id']) },
      body: { version: 1, answer: 'ANSWERMARK done' },
    });
    await writeJournal();
    const look = async () => {
      const { body } = await askStaff(await officer(), 'rights.search', { body: { pageIndex: 1, pageSize: 100 } });
      const list: Record<string, unknown>[] = Array.isArray(body['list']) ? body['list'] : [];
      return new Map(
        list.map((row) => [
          row['id'],
          ['code', 'kind', 'status', 'receivedAt', 'dueAt', 'answeredAt'].map((each) => row[each]),
        ]),
      );
    };
    const here = await look();

    const again = await restored({ folder, from: stand, room }, ({ findings }, to) =>
      standingAt(to, async () => ({
        list: await look(),
        findings: findings.filter((line) => !line.startsWith('I7')),
        books: await brokenBooks(),
        out: await rowsOf('select restricted_at is not null as is_out from candidate where id = $1', [
          other.candidateId,
        ]),
        owners: await rowsOf(
          'select account_id, wish_sealed from rights_request where id = any($1) order by account_id',
          [[asked.open.body['id'], asked.newcomer.body['id']]],
        ),
        clock: await rowsOf('select waits_until, candidate_id from rights_request where id = $1', [
          asked.late.body['id'],
        ]),
      })),
    );

    expect([answered.status, ...Object.values(asked).map(({ status }) => status)]).toEqual([
      204, 200, 200, 200, 200, 200,
    ]);
    const openAgain = new Map(here);
    const once = here.get(asked.answered.body['id']) ?? [];
    openAgain.set(asked.answered.body['id'], [...once.slice(0, 2), 'Received', ...once.slice(3, 5), null]);
    const ids = [early, ...Object.values(asked)].map(({ body }) => body['id']);
    expect(ids.map((id) => String((here.get(id) ?? [])[2])).toSorted()).toEqual([
      'Answered',
      'Answered',
      'Received',
      'Received',
      'Received',
      'Refused',
    ]);
    expect(again.list).toEqual(openAgain);
    expect(again).toMatchObject({ findings: [], books: [], out: [{ is_out: true }] });
    expect(again.owners).toEqual([
      { account_id: parent.browser.accountId, wish_sealed: null },
      { account_id: null, wish_sealed: null },
    ]);
    expect(again.clock).toEqual([{ waits_until: asked.late.body['waitsUntil'], candidate_id: other.candidateId }]);
  });

  it('leaves a person in use whom staff gave back after it [F12 PIPL-47]', async () => {
    const { browser, candidateId, sessionId } = await givenRegistered(world);
    await meddle('update exam_session set exam_date = exam_date - 300 where id = $1', [sessionId]);
    const { body } = await ask(browser, 'rights.askDeletion', { body: { candidateId } });
    const folder = join(room, 'before-giving-back');
    await makeBackup(stand.url, folder, quiet);
    const reason = 'An appeal is under way.';
    await askStaff(await officer(), 'rights.refuse', {
      params: { id: String(body['id']) },
      body: { version: 1, reason },
    });
    await writeJournal();

    const [out, status] = await restored({ folder, from: stand, room }, (_, to) =>
      standingAt(to, async () => [
        await rowsOf(
          `select candidate.restricted_at is not null as is_out, application.restricted_at is not null as are_out
           from candidate join application on application.candidate_id = candidate.id where candidate.id = $1`,
          [candidateId],
        ),
        await rowsOf('select status, answered_at is not null as ended from rights_request where id = $1', [body['id']]),
      ]),
    );

    expect(out).toEqual([{ is_out: false, are_out: false }]);
    expect(status).toEqual([{ status: 'Refused', ended: true }]);
  });
});
