import { createHash } from 'node:crypto';
import { consentText } from '@exam/contract/messages';
import { consentVersion } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as candidateRoutes } from '#people/candidates';
import { dobOf, genderOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import { reading } from '#platform/database';
import {
  ask,
  givenExam,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  type SignedIn,
  type TestExam,
  type TestServer,
} from '#testing';
import { letterCodeOf, routes } from '../index.ts';
import {
  choice,
  givenCandidate,
  givenChildInCart,
  givenInCart,
  guardian,
  ofGroup,
  pickupPerson,
  residentNumber,
  run,
  stepLog,
  submitAdult,
  ticked,
  today,
} from '#testing/wizard';

let server: TestServer;
let parent: SignedIn;

beforeAll(async () => {
  server = await openTestServer([...candidateRoutes, ...routes]);
  await moveClockTo(today);
  parent = await givenSignedIn(server.url);
});
afterAll(() => server.close());

async function applicationRow(id: string) {
  return await reading((tx) => tx.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

async function submitChild(dob: string, changes: object, exam = givenExam()) {
  const applicationCandidate = { candidateId: await givenCandidate(parent, dob) };
  const body = {
    ...choice(await exam, { applicationSteps: stepLog(true) }),
    applicationCandidate,
    consents: ticked(true),
    ...changes,
  };
  return await ask(parent, 'application.submit', { body });
}

describe('submitting one candidate', () => {
  it('puts an application without a seat into the cart, at the price of now [9.1#1 R-93 call:POST /api/application]', async () => {
    const exam = await givenExam();

    const answer = await submitAdult(parent, exam, await givenCandidate(parent));

    expect(answer.body).toMatchObject({ status: 'Initiated', amount: 150_000 });
    expect(answer.body['code']).toMatch(/^P261121[0-9A-HJKMNP-TV-Z]{5}$/);
    const row = await applicationRow(String(answer.body['id']));
    expect(row).toMatchObject({ status: 'Initiated', first_name: 'XIAOMING', birth_year: 1990, leave_alone: null });
    expect([dobOf('application', row), genderOf('application', row)]).toEqual(['1990-03-07', expect.any(String)]);
    expect(letterCodeOf(row)).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(row.id_no_sealed.toString('utf8')).not.toContain('19900307');
    const seats = await reading((tx) => tx.selectFrom('seat_allocation').selectAll().execute());
    expect(seats).toEqual([]);
  });

  it('saves a person given in full to the list first [R-35]', async () => {
    const applicationCandidate = {
      idType: 'IDCard',
      idNo: residentNumber('1988-08-08'),
      lastName: 'ZHAO',
      firstName: 'LEI',
    };
    const body = { ...choice(await givenExam()), applicationCandidate, consents: ticked() };

    const answer = await ask(parent, 'application.submit', { body });

    const row = await applicationRow(String(answer.body['id']));
    const saved = await ask(parent, 'candidate.get', { params: { id: row.candidate_id } });
    expect(saved.body).toMatchObject({ lastName: 'ZHAO', firstName: 'LEI' });
  });

  it('tells what is wrong with a person given in full by its path in the request', async () => {
    const applicationCandidate = { idType: 'IDCard', idNo: '110101199003077839', lastName: 'ZHAO', firstName: 'LEI' };
    const body = { ...choice(await givenExam()), applicationCandidate, consents: ticked() };

    const answer = await ask(parent, 'application.submit', { body });

    expect(answer.status).toBe(412);
    expect(answer.body['fieldCodes']).toMatchObject({ 'applicationCandidate.idNo': 'ID_CHECK_CHARACTER' });
  });

  it('keeps each consent as evidence of the very text that was shown [6.1]', async () => {
    const id = await givenChildInCart(parent, await givenExam());

    const rows = await reading((tx) => tx.selectFrom('consent').selectAll().where('application_id', '=', id).execute());

    expect(rows.map((row) => row.statement_id).toSorted()).toEqual(
      ['childAwardingBody', 'childSensitiveData', 'childTerms', 'childTruth', 'guardianship'].toSorted(),
    );
    const text = consentText('en', 'guardianship', { recipient: null });
    const row = rows.find((each) => each.statement_id === 'guardianship');
    expect(row?.text_hash).toEqual(createHash('sha256').update(text, 'utf8').digest());
    expect(row).toMatchObject({ language: 'en', version: consentVersion, guardian_relation: 'Father' });
  });

  it('refuses while a statement is missing or was read in an older version [6.1]', async () => {
    const exam = await givenExam();
    const applicationCandidate = { candidateId: await givenCandidate(parent) };
    const send = (consents: object[]) =>
      ask(parent, 'application.submit', { body: { ...choice(exam), applicationCandidate, consents } });

    const missing = await send(ticked().slice(1));
    const old = await send(ticked().map((each) => ({ ...each, version: '2025-01' })));

    expect([missing.status, missing.body['code'], missing.body['fieldCodes']]).toEqual([
      412,
      'CONSENT_INCOMPLETE',
      { consents: 'CONSENT_INCOMPLETE' },
    ]);
    expect(old.body['code']).toBe('CONSENT_OUTDATED');
  });

  it('refuses until the information is confirmed and every step was taken in order [R-34 rule:candidate.information_confirmation]', async () => {
    const exam = await givenExam();
    const applicationCandidate = { candidateId: await givenCandidate(parent) };
    const send = (changes: object) =>
      ask(parent, 'application.submit', {
        body: { ...choice(exam, changes), applicationCandidate, consents: ticked() },
      });

    const unconfirmed = await send({ isInformationConfirmed: false });
    const skipped = await send({ applicationSteps: stepLog().slice(1) });
    const needless = await send({ applicationSteps: stepLog(true) });

    expect(unconfirmed.body['code']).toBe('INFORMATION_NOT_CONFIRMED');
    expect(skipped.body).toMatchObject({
      code: 'STEPS_INCOMPLETE',
      fieldCodes: { applicationSteps: 'STEP_OUT_OF_ORDER' },
    });
    expect(needless.body['code']).toBe('STEPS_INCOMPLETE');
  });

  it('is for account owners of 18 and over who have said so [R-20]', async () => {
    const exam = await givenExam();
    const [unknown, young] = [
      await givenSignedIn(server.url, { dateOfBirth: null }),
      await givenSignedIn(server.url, { dateOfBirth: '2008-11-22' }),
    ];

    const first = await submitAdult(unknown, exam, await givenCandidate(unknown));
    const second = await submitAdult(young, exam, await givenCandidate(young));

    expect([first.status, first.body['code']]).toEqual([412, 'BIRTH_DATE_REQUIRED']);
    expect([second.status, second.body['code']]).toEqual([412, 'UNDER_AGE_TO_REGISTER']);
  });

  it('answers another account’s candidate like one that does not exist [T8]', async () => {
    const other = await givenSignedIn(server.url);
    const exam = await givenExam();

    const foreign = await submitAdult(parent, exam, await givenCandidate(other));
    const random = await submitAdult(parent, exam, randomId());

    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...random.body, requestId: '' });
  });
});

describe('a minor', () => {
  it('of ten on the exam day may not leave alone, of eleven may [R-30 R-31]', async () => {
    const ten = await submitChild('2016-02-01', { leaveAlone: true });
    const eleven = await submitChild('2016-01-01', { leaveAlone: true });

    expect([ten.status, ten.body['fieldCodes']]).toEqual([412, { leaveAlone: 'LEAVE_ALONE_TOO_YOUNG' }]);
    expect(eleven.status).toBe(200);
  });

  it('who turns eighteen tomorrow is still one: guardian, five statements, a way of leaving [R-31]', async () => {
    const candidate = { guardianModel: guardian };
    const exam = await givenExam();
    const applicationCandidate = { candidateId: await givenCandidate(parent, '2008-11-22', candidate) };
    const send = (body: object) =>
      ask(parent, 'application.submit', { body: { ...choice(exam), applicationCandidate, ...body } });

    const asAdult = await send({ consents: ticked() });
    const asMinor = await send({ applicationSteps: stepLog(true), consents: ticked(true) });

    expect(asAdult.body['code']).toBe('CONSENT_INCOMPLETE');
    // Eighteen on the exam day: the way of leaving may be left out.
    expect(asMinor.status).toBe(200);
  });

  it('names whoever comes, who is checked and sealed [R-30 R-32]', async () => {
    const young = { ...pickupPerson, idNo: residentNumber('2013-01-01') };
    const refused = await submitChild('2016-05-04', { leaveAlone: false, applicationPickupPerson: young });
    const done = await submitChild('2016-05-04', {
      leaveAlone: false,
      applicationPickupPerson: { ...pickupPerson, idNo: residentNumber('1995-02-28') },
    });

    expect(refused.body['fieldCodes']).toEqual({ 'applicationPickupPerson.idNo': 'PICKUP_UNDER_AGE' });
    const people = await reading((tx) =>
      tx
        .selectFrom('application_person')
        .selectAll()
        .where('application_id', '=', String(done.body['id']))
        .orderBy('role')
        .execute(),
    );
    expect(people.map(({ role, type }) => [role, type])).toEqual([
      ['Guardian', 'Father'],
      ['PickupPerson', 'AuthorisedPerson'],
    ]);
    expect(JSON.stringify(people.map((person) => person.name_sealed.toString('utf8')))).not.toContain('李娜');
  });
});

const inCart = (exams: readonly TestExam[]) =>
  reading((tx) =>
    tx
      .selectFrom('application')
      .select(['id', 'session_id', 'candidate_id'])
      .where(
        'session_id',
        'in',
        exams.map(({ sessionId }) => sessionId),
      )
      .execute(),
  );

describe('submitting a group', () => {
  it('gives each candidate an application, in the order sent [R-51 call:POST /api/application/group]', async () => {
    const exam = await givenExam();
    const [adult, child] = [await givenCandidate(parent), await givenCandidate(parent, '2016-05-04')];
    const entries = [
      { candidateId: adult, consents: ticked() },
      { candidateId: child, leaveAlone: false, consents: ticked(true) },
    ];

    const answer = await ask(parent, 'application.submitGroup', {
      body: { ...ofGroup(choice(exam, { applicationSteps: stepLog(true) })), entries },
    });

    expect(answer.status).toBe(200);
    const made = answer.body['applications'];
    expect(Array.isArray(made) && made.length).toBe(2);
  });

  it('is all or none, each problem under the path of its entry', async () => {
    const exam = await givenExam();
    const [adult, child] = [await givenCandidate(parent), await givenCandidate(parent, '2016-05-04')];
    const entries = [
      { candidateId: adult, consents: ticked() },
      { candidateId: child, leaveAlone: true, consents: ticked(true).slice(1) },
      { candidateId: adult, consents: ticked() },
    ];

    const answer = await ask(parent, 'application.submitGroup', {
      body: { ...ofGroup(choice(exam, { applicationSteps: stepLog(true) })), entries },
    });

    expect([answer.status, answer.body['code']]).toEqual([412, 'FIELDS']);
    expect(answer.body['fieldCodes']).toEqual({
      'entries.1.leaveAlone': 'LEAVE_ALONE_TOO_YOUNG',
      'entries.1.consents': 'CONSENT_INCOMPLETE',
      'entries.2.candidateId': 'ALREADY_IN_CART',
    });
    const made = await reading((tx) =>
      tx.selectFrom('application').select('id').where('session_id', '=', exam.sessionId).execute(),
    );
    expect(made).toEqual([]);
  });

  it('registers everybody for each of several sittings, one after the other [R-51]', async () => {
    const first = await givenExam({ papers: 2 });
    const exams = [first, await givenExam({ anotherDayOf: first })];
    const people = [await givenCandidate(parent), await givenCandidate(parent)];
    const { sittings: _, ...chosen } = ofGroup(choice(first));
    const sittings = exams.map(({ sessionId, subjectIds }, at) => ({
      session: { id: sessionId },
      subject: { id: subjectIds[at] },
    }));
    const entries = people.map((candidateId) => ({ candidateId, consents: ticked() }));
    const send = (wanted: typeof sittings, who = entries) =>
      ask(parent, 'application.submitGroup', { body: { ...chosen, sittings: wanted, entries: who } });

    const twice = await send([...sittings, ...sittings.slice(1)]);
    const none = await inCart(exams);
    const answer = await send(sittings);
    const tooMany = await send(
      sittings,
      Array.from({ length: 26 }, () => entries[0]!),
    );

    expect([twice.status, twice.body['fieldCodes']]).toEqual([
      412,
      { 'sittings.2.entries.0.candidateId': 'ALREADY_IN_CART', 'sittings.2.entries.1.candidateId': 'ALREADY_IN_CART' },
    ]);
    expect(none).toEqual([]);
    expect(answer.status, answer.text).toBe(200);
    const made: { id: string }[] = JSON.parse(answer.text).applications;
    const rows = await inCart(exams);
    expect(made.map(({ id }) => rows.find((row) => row.id === id))).toEqual(
      exams.flatMap(({ sessionId }) =>
        people.map((candidateId) => expect.objectContaining({ session_id: sessionId, candidate_id: candidateId })),
      ),
    );
    expect(tooMany.status).toBe(400);
    expect(await inCart(exams)).toHaveLength(4);
  });

  it('gives the same answer to the same key [S-5]', async () => {
    const exam = await givenExam();
    const body = {
      ...ofGroup(choice(exam)),
      entries: [{ candidateId: await givenCandidate(parent), consents: ticked() }],
    };
    const headers = { 'idempotency-key': randomId() };

    const first = await ask(parent, 'application.submitGroup', { body, headers });
    const second = await ask(parent, 'application.submitGroup', { body, headers });

    expect(second.body).toEqual(first.body);
  });
});

describe('an application in the cart', () => {
  it('is written anew by modifying, under its code [9.1#2 call:POST /api/application/modify]', async () => {
    const exam = await givenExam();
    const id = await givenInCart(parent, exam);
    const before = await applicationRow(id);
    const other = await givenExam();
    const applicationCandidate = { candidateId: await givenCandidate(parent, '1975-06-01') };

    const answer = await ask(parent, 'application.modify', {
      body: { id, ...choice(other), applicationCandidate, consents: ticked() },
    });

    expect(answer.body).toMatchObject({ id, code: before.code });
    const row = await applicationRow(id);
    expect([row.session_id, dobOf('application', row)]).toEqual([other.sessionId, '1975-06-01']);
    const papers = await reading((tx) =>
      tx.selectFrom('application_paper').select('session_subject_id').where('application_id', '=', id).execute(),
    );
    expect(papers).toEqual([{ session_subject_id: other.paperIds[0] }]);
  });

  it('is no duplicate of itself when it is modified', async () => {
    const exam = await givenExam();
    const candidateId = await givenCandidate(parent);
    const { body } = await submitAdult(parent, exam, candidateId);

    const answer = await ask(parent, 'application.modify', {
      body: { id: body['id'], ...choice(exam), applicationCandidate: { candidateId }, consents: ticked() },
    });

    expect(answer.status).toBe(200);
  });

  it('can be taken out, once; an ordered one cannot [9.1#3 call:POST /api/application/{id}]', async () => {
    const exam = await givenExam();
    const [first, second] = [await givenInCart(parent, exam), await givenInCart(parent, exam)];
    await run(sql`update application set status = 'Submitted' where id = ${second}`);

    const removed = await ask(parent, 'application.delete', { params: { id: first } });
    const again = await ask(parent, 'application.delete', { params: { id: first } });
    const ordered = await ask(parent, 'application.delete', { params: { id: second } });

    expect([removed.status, again.status, ordered.status]).toEqual([204, 404, 412]);
  });
});
