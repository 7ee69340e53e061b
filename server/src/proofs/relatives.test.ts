import { addDays, chinaDateOf, keptUntilAfter } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { createBrowser } from '#testing/app';
import { seal } from '#platform/vault';
import { tasks as retentionTasks } from '#privacy/retention';
import {
  ask,
  askStaff,
  givenSignedIn,
  givenStaff,
  givenWorkingCalendar,
  moveClockTo,
  testPassword,
  rowsOf,
} from '#testing';
import { tasks as workTasks } from '#office/work-items';
import { givenChild } from './child.testing.ts';
import {
  agree,
  contact,
  answer,
  approve,
  codeOf,
  colleague,
  fileProof,
  granted,
  handOut,
  isOver,
  name,
  officer,
  opened,
  openOffice,
  openRequest,
  pageOf,
  propose,
  proposed,
  reason,
  relativeOf,
  versionOf,
} from './relatives.testing.ts';
import { addCandidate, meddle, openWorld, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await openOffice(world);
});
afterEach(() => setClockOffset(0));
afterAll(() => world.close());

describe('the request of a relative of somebody who has died', () => {
  it('for a copy is proved, granted by a second person, handed out and answered; the account hears nothing of it [PIPL-49 PIPL-50]', async () => {
    const { browser, candidateId, lastName, orderId } = await givenChild(world);
    const other = await addCandidate(browser);
    await meddle(`update candidate set last_name = 'QOTHER' where id = $1`, [other]);
    const messages = () => rowsOf('select id from message where account_id = $1', [browser.accountId]);
    const before = await messages();

    const { id, proposalId } = await proposed({ kind: 'Copy', candidateId });
    const early = [codeOf(await handOut(id)), codeOf(await answer(id))];
    const done = await approve(proposalId);
    const unhanded = await answer(id);
    const file = await handOut(id);
    const answered = await answer(id);
    const late = await handOut(id);

    expect(early).toEqual(['RELATIVE_NOT_GRANTED', 'RELATIVE_NOT_GRANTED']);
    expect([done.status, codeOf(unhanded), file.status, answered.status, codeOf(late)], answered.text).toEqual([
      204,
      'RELATIVE_COPY_NOT_HANDED',
      200,
      204,
      'ILLEGAL_STATE',
    ]);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.text).toContain(lastName);
    expect(file.text).toContain('个人信息副本');
    // Neither the guardian, nor the other candidate, nor the money of whoever paid.
    const [order] = await rowsOf('select code from exam_order where id = $1', [orderId]);
    for (const foreign of [
      '王建国',
      '13800138000',
      '10.0.',
      'Chrome',
      'QOTHER',
      other,
      String(order?.['code']),
      browser.phone,
    ])
      expect(file.text).not.toContain(foreign);
    expect(await messages()).toEqual(before);
    expect(JSON.parse((await ask(browser, 'rights.requests')).text)).toEqual([]);
    const copy = await ask(browser, 'rights.copy', { body: { isWhole: false } });
    expect(copy.text).not.toContain('Grandparent');
    const acts = await rowsOf('select action, reason from audit_entry where object_id = $1 order by at, id', [id]);
    expect(new Set(acts.map(({ action }) => action))).toEqual(
      new Set([
        'rights.openForRelative',
        'rights.addEvidence',
        'rights.checkEvidence',
        'rights.evidence',
        'rights.grant',
        'rights.handOut',
        'rights.answer',
      ]),
    );
    expect(
      await rowsOf(`select act, reason from record_view where record_id = $1 and purpose = 'rights.handOut'`, [
        candidateId,
      ]),
    ).toEqual([{ act: 'Exported', reason: 'Handed over in the office.' }]);
  });

  it('for a copy holds no contact at an institution and no word of whoever registered, who may be alive [PIPL-49]', async () => {
    const { browser, candidateId, applicationId } = await givenChild(world);
    const answers = JSON.stringify({
      universityContact: 'Dr QBYRON',
      contactEmail: 'q@byron.example',
      courseCode: 'QLAW',
    });
    const place = { table: 'application', row: applicationId, column: 'form_json' };
    await meddle('update application set form_json_sealed = $1 where id = $2', [seal(answers, place), applicationId]);
    await ask(browser, 'application.requestCancellation', {
      query: { applicationId },
      body: { reason: 'His sister QMEI has leukaemia.', documentIds: [] },
    });

    const id = await granted({ kind: 'Copy', candidateId });
    const { status, text } = await handOut(id);

    expect([status, text.includes('QLAW')]).toEqual([200, true]);
    expect(['QBYRON', 'q@byron.example', 'QMEI'].filter((foreign) => text.includes(foreign))).toEqual([]);
  });

  it('for a copy of a whole account holds nothing that its holder wrote about others [PIPL-49]', async () => {
    const { browser, applicationId } = await givenChild(world);
    const reason = 'My daughter QOTHER has leukaemia.';
    const asked = await ask(browser, 'application.requestCancellation', {
      query: { applicationId },
      body: { reason, documentIds: [] },
    });
    expect(asked.status, asked.text).toBeLessThan(300);

    const id = await granted({ kind: 'Copy', accountId: browser.accountId, isWholeAccount: true });
    const { status, text } = await handOut(id);

    expect([status, text.includes(browser.phone), text.includes('QOTHER')]).toEqual([200, true, false]);
  });

  it('is not granted before both proofs are filed and checked, and not while one is taken away [PIPL-49]', async () => {
    const { candidateId } = await givenChild(world);
    const id = await opened({ kind: 'Copy', candidateId });
    const codes = [codeOf(await propose(id))];
    await fileProof(id, 'DeathProof');
    codes.push(codeOf(await propose(id)));
    const evidenceId = await fileProof(id, 'KinshipProof', false);
    codes.push(codeOf(await propose(id)));
    const [file] = await rowsOf('select id from file where object_id = $1', [evidenceId]);

    const removed = await askStaff(officer, 'rights.removeEvidence', {
      params: { id, evidenceId },
      body: { version: await versionOf(id), reason: 'The paper of another family.' },
    });
    await fileProof(id, 'KinshipProof');
    const complete = await propose(id);

    expect(codes).toEqual(codes.map(() => 'RELATIVE_EVIDENCE_MISSING'));
    expect([removed.status, complete.status], complete.text).toEqual([204, 200]);
    expect(await rowsOf('select from file where id = $1', [file?.['id']])).toEqual([]);
  });

  it('is not granted by whoever proposed it [S-16 PIPL-49]', async () => {
    const { candidateId } = await givenChild(world);
    const { id, proposalId } = await proposed({ kind: 'Copy', candidateId });

    const own = await approve(proposalId, officer);
    const refused = await askStaff(officer, 'rights.refuse', {
      params: { id },
      body: { version: await versionOf(id), reason },
    });

    expect([codeOf(own), codeOf(refused)]).toEqual(['SECOND_PERSON_NEEDED', 'PROPOSAL_OPEN']);
    expect(await relativeOf(id)).toMatchObject({ grantedAt: null, isProposed: true });
  });

  it('is refused with a reason when the person had decided otherwise, even after it was proposed [PIPL-49]', async () => {
    const candidateId = await addCandidate(await givenSignedIn(world.url));
    const { id, proposalId } = await proposed({ kind: 'Deletion', candidateId });

    const recorded = await askStaff(officer, 'rights.recordArrangement', {
      params: { id },
      body: { version: await versionOf(id), isArrangedOtherwise: true, reason: 'A will names another heir.' },
    });
    const approved = await approve(proposalId);
    await askStaff(colleague, 'approvals.reject', { params: { id: String(proposalId) }, body: { reason } });
    const again = await propose(id);
    const refused = await askStaff(officer, 'rights.refuse', {
      params: { id },
      body: { version: await versionOf(id), reason: 'The will of the deceased says otherwise.' },
    });

    expect([recorded.status, codeOf(approved), codeOf(again), refused.status], refused.text).toEqual([
      204,
      'RELATIVE_ARRANGED_OTHERWISE',
      'RELATIVE_ARRANGED_OTHERWISE',
      204,
    ]);
    expect(await pageOf(id)).toMatchObject({
      status: 'Refused',
      answer: 'The will of the deceased says otherwise.',
      isRestricted: false,
    });
  });

  it('is granted only by a colleague who has opened each proof, and tells whoever holds the account that a candidate is gone [PIPL-49]', async () => {
    const browser = await givenSignedIn(world.url);
    const candidateId = await addCandidate(browser);
    const { id, proposalId } = await proposed({ kind: 'Deletion', candidateId });
    const [first] = await rowsOf<{ id: string }>('select id from relative_evidence where request_id = $1', [id]);

    const unseen = await agree(proposalId);
    await askStaff(colleague, 'rights.evidence', { params: { id, evidenceId: first?.id }, body: { reason } });
    const half = await agree(proposalId);
    const done = await approve(proposalId);

    expect([unseen, half].map(codeOf)).toEqual(['RELATIVE_EVIDENCE_UNSEEN', 'RELATIVE_EVIDENCE_UNSEEN']);
    expect(done.status, done.text).toBe(204);
    const told = `select kind from message where account_id = $1 and object_id = $2`;
    expect(await rowsOf(told, [browser.accountId, id])).toEqual([{ kind: 'relativeDeleted' }]);
  });

  it('for the deletion of a candidate forgets at once, or takes out of use what has to be kept [PIPL-49 PIPL-47]', async () => {
    const { browser, candidateId, applicationId } = await givenChild(world);
    const busy = await opened({ kind: 'Deletion', candidateId });
    await fileProof(busy, 'DeathProof');
    await fileProof(busy, 'KinshipProof');
    const early = await propose(busy);
    const shown = await relativeOf(busy);
    await isOver(applicationId);

    const { body } = await propose(busy);
    const twin = await proposed({ kind: 'Deletion', candidateId });
    const kept = await approve(body['proposalId']);
    const again = await approve(twin.proposalId);
    const stranger = await givenSignedIn(world.url);
    const alone = await addCandidate(stranger);
    const gone = await granted({ kind: 'Deletion', candidateId: alone });

    expect([codeOf(early), kept.status, again.status], again.text).toEqual(['CANDIDATE_BUSY', 204, 204]);
    expect((await answer(twin.id)).status).toBe(204);
    expect(shown).toMatchObject({
      blockers: [{ kind: 'UpcomingExam', count: 1 }],
      live: [{ id: applicationId }],
    });
    expect((await ask(browser, 'candidate.get', { params: { id: candidateId } })).status).toBe(404);
    expect(await pageOf(busy)).toMatchObject({ isRestricted: true, waitsUntil: expect.stringMatching(/^20/) });
    expect(await rowsOf(`select from candidate where id = $1 and first_name <> ''`, [alone])).toEqual([]);
    expect((await answer(gone)).status).toBe(204);
    const lifted = await askStaff(officer, 'rights.refuse', {
      params: { id: busy },
      body: { version: await versionOf(busy), reason },
    });
    expect(codeOf(lifted)).toBe('ILLEGAL_STATE');
  });

  it('for the account of the deceased ends it as closing does, once nothing lies ahead, and tells its number nothing [PIPL-49 R-25]', async () => {
    const { browser, applicationId } = await givenChild(world);
    const whole = { kind: 'Deletion', accountId: browser.accountId, isWholeAccount: true } as const;
    const id = await opened(whole);
    await fileProof(id, 'DeathProof');
    await fileProof(id, 'KinshipProof');
    const early = await propose(id);
    await isOver(applicationId);
    const before = await rowsOf('select id from message where account_id = $1', [browser.accountId]);
    const { body } = await propose(id);

    const done = await approve(body['proposalId']);

    expect([codeOf(early), done.status], done.text).toEqual(['ACCOUNT_NOT_CLOSABLE', 204]);
    expect((await ask(browser, 'user.isEmailBound')).status).toBe(401);
    const enter = (phone: string) =>
      ask(createBrowser(world.url), 'user.signIn', {
        body: { loginType: 'Password', mobileOrEmail: phone, password: testPassword },
        headers: { 'x-forwarded-for': `10.7.${randomDigits(2)}.${randomDigits(2)}` },
      });
    const [known, unknown] = [await enter(browser.phone), await enter(`138${randomDigits(8)}`)];
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(await rowsOf('select id from message where account_id = $1', [browser.accountId])).toEqual(before);
    expect((await openRequest(whole)).status).toBe(404);
  });

  it('for a correction may be answered once it is granted and something was corrected, and only then [PIPL-46 PIPL-49]', async () => {
    const { candidateId } = await givenChild(world);
    const { id, proposalId } = await proposed({ kind: 'Correction', candidateId });

    const early = await answer(id);
    await approve(proposalId);
    const uncorrected = await answer(id);
    await meddle('update candidate set updated_at = app_now() where id = $1', [candidateId]);
    const corrected = await answer(id);

    expect([codeOf(early), codeOf(uncorrected), corrected.status], corrected.text).toEqual([
      'RELATIVE_NOT_GRANTED',
      'NOTHING_CORRECTED',
      204,
    ]);
  });

  it('is absent for a role without the right, and opens no minor without an approval [T5 3-domain 6.3]', async () => {
    const { candidateId } = await givenChild(world);
    const id = await granted({ kind: 'Copy', candidateId });
    const others = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'supportAgent', 'financeApprover'] });
    const unapproved = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], opensMinors: false });
    const evidence = await rowsOf('select id from relative_evidence where request_id = $1', [id]);
    const params = { id, evidenceId: String(evidence[0]?.['id']) };

    const answers = [
      await openRequest({ kind: 'Copy', candidateId }, others),
      await askStaff(others, 'rights.page', { params }),
      await askStaff(others, 'rights.relative', { params, body: { reason } }),
      await askStaff(others, 'rights.evidence', { params, body: { reason } }),
      await handOut(id, others),
    ];
    const minors = [
      await openRequest({ kind: 'Copy', candidateId }, unapproved),
      await handOut(id, unapproved),
      await askStaff(unapproved, 'rights.evidence', { params, body: { reason } }),
    ];
    const shown = await askStaff(officer, 'rights.relative', { params, body: { reason } });
    const proof = await askStaff(officer, 'rights.evidence', { params, body: { reason } });

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(minors.map(codeOf)).toEqual(minors.map(() => 'MINOR_APPROVAL_NEEDED'));
    expect(shown.body).toEqual({ name, contact });
    expect([proof.status, proof.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/octet-stream'),
    ]);
    const page = await askStaff(officer, 'rights.page', { params });
    expect([page.text.includes(name), page.text.includes(contact)]).toEqual([false, false]);
    const dump = JSON.stringify(await rowsOf('select r::text from relative_request r where id = $1', [id]));
    expect([dump.includes(name), dump.includes('南京西路')]).toEqual([false, false]);
  });

  it('counts fifteen working days from the day it arrived, over the Spring Festival, and is on the board from the tenth [PIPL-50 rule:retention.15_working_days]', async () => {
    await givenWorkingCalendar();
    await moveClockTo('2026-02-11T02:00:00.000Z');
    const clerk = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const browser = await givenSignedIn(world.url);
    const candidateId = await addCandidate(browser);
    const made = await openRequest({ kind: 'Copy', candidateId }, clerk, '2026-02-09');
    const id = String(made.body['id']);
    const page = await askStaff(clerk, 'rights.page', { params: { id } });
    const ahead = await openRequest({ kind: 'Copy', candidateId }, clerk, '2026-02-12');
    const old = [];
    for (const day of ['2025-11-13', '2025-11-12'])
      old.push(await openRequest({ kind: 'Copy', candidateId: await addCandidate(browser) }, clerk, day));
    const boards: number[] = [];
    for (const at of ['2026-02-27T15:59:30.000Z', '2026-02-27T16:00:01.000Z']) {
      await moveClockTo(at);
      await workTasks['workItems.sweep']?.({});
      boards.push((await rowsOf(`select from work_item where object_id = $1 and closed_at is null`, [id])).length);
    }

    expect([made.status, page.body['dueAt'], boards], made.text).toEqual([200, '2026-03-06T16:00:00.000Z', [0, 1]]);
    expect(ahead.body).toMatchObject({ code: 'FIELDS', fields: { arrivedOn: expect.stringContaining('90 days') } });
    expect(old.map(({ body, status }) => (status === 200 ? status : body['code']))).toEqual([200, 'FIELDS']);
  });

  it('is without its relative and its proofs three years after the answer [S-18 PIPL-49]', async () => {
    const { candidateId } = await givenChild(world);
    const id = await granted({ kind: 'Correction', candidateId });
    await meddle('update candidate set updated_at = app_now() where id = $1', [candidateId]);
    await answer(id);
    const [row] = await rowsOf('select answered_at from rights_request where id = $1', [id]);
    const papers = async () => (await rowsOf('select from relative_evidence where request_id = $1', [id])).length;
    const asking = async () => (await rowsOf('select from relative_request where id = $1', [id])).length;
    const files = await rowsOf(
      'select file.id from file join relative_evidence paper on paper.id = file.object_id where paper.request_id = $1',
      [id],
    );
    const border = keptUntilAfter('relativeEvidence', String(row?.['answered_at']));

    await moveClockTo(`${addDays(chinaDateOf(border), -1)}T10:00:00.000Z`);
    await retentionTasks['retention.run']?.({});
    const before = [await papers(), await asking()];
    await moveClockTo(`${addDays(chinaDateOf(border), 1)}T10:00:00.000Z`);
    await retentionTasks['retention.run']?.({});

    expect([before, await papers(), await asking()]).toEqual([[2, 1], 0, 0]);
    expect(await rowsOf('select from file where id = any($1::uuid[])', [files.map((each) => each['id'])])).toHaveLength(
      0,
    );
    expect(files).toHaveLength(2);
  });
});
