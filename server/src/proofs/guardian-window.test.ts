import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { createBrowser } from '#testing/app';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, rowsOf } from '#testing';
import {
  addChild,
  givenAsked,
  givenPaid,
  letArrive,
  registerAgain,
  renameGuardian,
  toldOf,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';
import type { Registered } from './guardian.testing.ts';

const { world, calls } = useGuardians();
/** When the children of these tests are born. */
const birthDate = '2014-05-06';

const keptBy = (token: string, born = birthDate) =>
  ask(createBrowser(world.url), 'guardian.kept', { params: { token }, body: { birthDate: born } });

const wishBy = (token: string, kind: 'Correction' | 'Deletion', wish: string, born = birthDate) =>
  ask(createBrowser(world.url), 'guardian.ask', { params: { token }, body: { birthDate: born, kind, wish } });

const pickupPerson = () => ({
  name: 'LI LEI',
  idType: 'Passport',
  idNo: `E${randomDigits(8)}`,
  mobile: `136${randomDigits(8)}`,
  isFourteenOrOlder: true,
});

const namePickup = (line: Registered, person: object | null) =>
  ask(line.browser, 'application.changePickup', {
    body: { applicationId: line.applicationId, leaveAlone: false, applicationPickupPerson: person },
  });

const kindsOf = async ({ mobile, ...line }: Registered) =>
  (await toldOf(line.applicationId)).filter(({ recipient }) => recipient === mobile).map(({ kind }) => kind);

describe('a pickup person named after the guardian was asked', () => {
  it('is told to the guardian, who sees who it is by a new link and may object [PIPL-31 R-27 call:guardian.notice]', async () => {
    const line = await givenPaid(world);
    const before = await tokenOf(line);
    await calls.agree(before);
    const person = pickupPerson();
    await letArrive();

    const changed = await namePickup(line, person);

    const token = await tokenOf(line);
    const shown = await calls.show(token);
    expect([changed.status, await kindsOf(line), (await calls.show(before)).status]).toEqual([
      200,
      ['guardianPickup'],
      404,
    ]);
    expect(shown.body['pickups']).toEqual([{ name: 'L* L**', mobileEnding: person.mobile.slice(-4) }]);
    expect(shown.body['agreedAt']).not.toBeNull();
    expect((await calls.object(token)).status).toBe(200);
  });

  it('by staff is told to the guardian in the same way [R-27 PIPL-31]', async () => {
    const line = await givenPaid(world);
    const before = await tokenOf(line);
    await letArrive();
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });

    const corrected = await askStaff(officer, 'applications.correct', {
      params: { id: line.applicationId },
      body: {
        version: 1,
        reason: 'The mother telephoned: the uncle comes.',
        changes: { leave: { leaveAlone: false, pickupPerson: pickupPerson() } },
      },
    });

    expect(corrected.status, corrected.text).toBe(200);
    expect([await kindsOf(line), (await calls.show(before)).status]).toEqual([['guardianPickup'], 404]);
  });

  it('is told once while the message still waits to go, however often it is changed, and the link that came goes on opening [PIPL-31 R-27 S-23]', async () => {
    const line = await givenPaid(world);
    const before = await tokenOf(line);
    await letArrive();
    // Three of the day are used up: what is told next waits until tomorrow.
    for (let time = 0; time < 2; time++) {
      await namePickup(line, pickupPerson());
      await letArrive();
    }
    const last = await tokenOf(line);
    for (let time = 0; time < 5; time++) await namePickup(line, pickupPerson());
    const shown = await calls.show(last);

    const [links] = await rowsOf(
      `select count(*)::integer as all, count(*) filter (where answer.at > app_now() + interval '20 hours')::integer as tomorrow
       from guardian_answer answer join guardian_case known on known.id = answer.case_id where known.account_id = $1 and token_hash is not null`,
      [line.browser.accountId],
    );
    expect([before === last, links, shown.status]).toEqual([false, { all: 4, tomorrow: 1 }, 200]);
    expect((await calls.object(last)).status).toBe(200);
  });

  it('is told to nobody where it is the same person at the same number, by the account or by staff [R-27]', async () => {
    const line = await givenPaid(world);
    const person = pickupPerson();
    await letArrive();
    await namePickup(line, person);
    await letArrive();
    const token = await tokenOf(line);
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });

    await namePickup(line, person);
    const corrected = await askStaff(officer, 'applications.correct', {
      params: { id: line.applicationId },
      body: {
        version: 1,
        reason: 'The mother telephoned.',
        changes: {
          email: 'li@example.org',
          leave: { leaveAlone: false, pickupPerson: person },
        },
      },
    });

    expect(corrected.status, corrected.text).toBe(200);
    expect([await tokenOf(line), (await calls.show(token)).status]).toEqual([token, 200]);
  });

  it('makes a guardian who has not agreed read it anew, and when nobody comes any more they are not told [PIPL-31]', async () => {
    const line = await givenPaid(world);
    const read = String((await calls.show(await tokenOf(line))).body['subject']);
    await namePickup(line, pickupPerson());
    const token = await tokenOf(line);

    const outdated = await calls.agreeTo(read, token);
    const agreed = await calls.agree(token);
    await namePickup(line, null);

    expect([outdated.status, outdated.body['code'], agreed.status]).toEqual([412, 'NOTICE_OUTDATED', 200]);
    expect([await tokenOf(line), (await calls.show(token)).body['pickups']]).toEqual([token, []]);
  });

  it('goes to nobody where the account’s holder is the guardian [PIPL-31]', async () => {
    const browser = await givenSignedIn(world.url);
    const candidateId = await addChild(browser, browser.phone);
    const line = { browser, exam: await givenExam(), candidateId, applicationId: '', mobile: browser.phone };
    const registered = await registerAgain(line, line.exam);

    await namePickup(registered, pickupPerson());

    expect(await toldOf(registered.applicationId)).toEqual([]);
  });
});

describe('a guardian without an account', () => {
  it('reads by link and birth date what is kept of the child, and who looked [PIPL-45 PIPL-31 call:guardian.kept]', async () => {
    const line = await givenPaid(world);
    const token = await tokenOf(line);
    const staff = await givenStaff(world.consoleUrl);
    await askStaff(staff, 'applications.get', { params: { id: line.applicationId } });
    const [stored] = await rowsOf('select code from application where id = $1', [line.applicationId]);

    const { status, body } = await keptBy(token);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      child: { name: expect.stringContaining('ZHANG'), birthDate, idNo: expect.stringContaining('*') },
      sittings: [{ code: stored?.['code'] }],
      lookCount: 1,
      looks: [{ recordCode: stored?.['code'] }],
      requests: [],
    });
    expect(Object(body['kept']).map((each: { class: string }) => each.class)).toContain('examRecord');
  });

  it('reads nothing with another birth date, ten tries a day, nor once another guardian is named [PIPL-45 T12]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);
    const wrong = await keptBy(token, '2014-05-07');
    const tries = [];
    for (let time = 0; time < 10; time++) tries.push((await keptBy(token)).status);
    const other = { ...(await givenAsked(world)), mobile: `137${randomDigits(8)}` };
    const former = await rowsOf('select id from application where id = $1', [other.applicationId]);
    await renameGuardian(other, other.mobile);
    const next = await registerAgain(other);
    const replaced = (await toldOf(next.applicationId)).find(({ kind }) => kind === 'guardianReplaced');

    const gone = await keptBy(replaced?.values.token ?? '');

    expect([wrong.status, wrong.body['fieldCodes']]).toEqual([412, { birthDate: 'DOB_NOT_THE_CHILDS' }]);
    expect(wrong.text).not.toContain('ZHANG');
    expect(tries).toEqual([...Array(9).fill(200), 429]);
    expect([former.length, replaced !== undefined, gone.status]).toEqual([1, true, 404]);
    // What they may say is not used up with it.
    expect((await calls.agree(token)).status).toBe(200);
  });

  it('has ten tries a day for one account, whatever their link, and an unknown link is counted of the address alone [PIPL-45 T12]', async () => {
    const line = await givenPaid(world);
    const statuses = [];
    for (let time = 0; time < 6; time++) statuses.push((await keptBy(await tokenOf(line), '2014-05-07')).status);
    await letArrive();
    await namePickup(line, pickupPerson());
    const counted = async () => (await rowsOf(`select from rate_limit where name = 'guardian.birthDate'`)).length;
    const before = await counted();
    const unknown = await keptBy('AbCdEfGhJkMnPqRsTuVwXy');

    for (let time = 0; time < 5; time++) statuses.push((await keptBy(await tokenOf(line), '2014-05-07')).status);

    expect(statuses).toEqual([...Array(10).fill(412), 429]);
    expect([unknown.status, await counted()]).toEqual([404, before]);
  });

  it('asks for a correction, which the account does not see, and is told of the answer by text message [PIPL-46 call:guardian.ask]', async () => {
    const line = await givenPaid(world);
    const token = await tokenOf(line);
    const wish = 'The given name is SAN.';

    const [asked, again, empty] = [
      await wishBy(token, 'Correction', wish),
      await wishBy(token, 'Correction', wish),
      await wishBy(token, 'Correction', '  '),
    ];
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const [request] = await rowsOf('select id from rights_request where code = $1', [asked.body['code']]);
    const params = { id: String(request?.['id']) };
    const page = await askStaff(privacy, 'rights.page', { params });
    const refused = await askStaff(privacy, 'rights.refuse', {
      params,
      body: { version: 1, reason: 'It is SAN already.' },
    });

    expect([asked.status, again.body['code'], empty.status]).toEqual([200, asked.body['code'], 412]);
    expect(page.body).toMatchObject({ kind: 'Correction', isByGuardian: true, wish, candidateId: line.candidateId });
    expect([refused.status, (await ask(line.browser, 'rights.requests')).text]).toEqual([204, '[]']);
    const copy = await ask(line.browser, 'rights.copy', { body: { isWhole: false } });
    expect(copy.text).not.toContain(wish);
    const told = await rowsOf(
      `select message.kind from message join guardian_case known on known.id = message.object_id
       where known.account_id = $1 and message.kind = 'guardianAnswered' and message.account_id is null`,
      [line.browser.accountId],
    );
    expect(told).toHaveLength(1);
    expect((await keptBy(token)).body['requests']).toMatchObject([
      { wish, status: 'Refused', answer: 'It is SAN already.' },
    ]);
  });

  it('has the child deleted, once staff grant it and nothing is under way [PIPL-47 call:guardian.ask]', async () => {
    const line = await givenAsked(world);
    const asked = await wishBy(await tokenOf(line), 'Deletion', 'Please delete everything of my child.');
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const [request] = await rowsOf('select id from rights_request where code = $1', [asked.body['code']]);
    const params = { id: String(request?.['id']) };
    const answer = () => askStaff(privacy, 'rights.answer', { params, body: { version: 1, answer: 'It is deleted.' } });

    const busy = await answer();
    const cancelled = await ask(line.browser, 'order.delete', { params: { id: line.orderId } });
    const done = await answer();

    expect([busy.status, busy.body['code'], cancelled.status, done.status]).toEqual([412, 'CANDIDATE_BUSY', 204, 204]);
    expect(
      await rowsOf('select from candidate where id = $1 and restricted_at is null and anonymised_at is null', [
        line.candidateId,
      ]),
    ).toEqual([]);
    expect((await ask(line.browser, 'candidate.search', { body: {} })).text).not.toContain(line.candidateId);
    expect(
      await rowsOf(`select kind from message where account_id = $1 and object_id = $2`, [
        line.browser.accountId,
        params.id,
      ]),
    ).toEqual([{ kind: 'guardianDeleted' }]);
  });

  it('sees, and has deleted, no other child that the account has made of the record [PIPL-45 PIPL-47]', async () => {
    const [line, later] = [await givenAsked(world), await givenAsked(world)];
    const other = { lastName: 'QIAN', firstName: 'HUA', dob: '2013-02-02', idNo: `E${randomDigits(8)}` };
    const wishLater = await wishBy(await tokenOf(later), 'Deletion', 'Please delete my child.');
    for (const each of [line, later]) {
      await ask(each.browser, 'order.delete', { params: { id: each.orderId } });
      await renameGuardian(each, each.browser.phone, { ...other, idNo: `E${randomDigits(8)}` });
    }
    const token = await tokenOf(line);

    const kept = await keptBy(token);
    const wish = await wishBy(token, 'Deletion', 'Please delete everything of my child.');
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    for (const code of [wish.body['code'], wishLater.body['code']]) {
      const [request] = await rowsOf('select id from rights_request where code = $1', [code]);
      const { status, text } = await askStaff(privacy, 'rights.answer', {
        params: { id: String(request?.['id']) },
        body: { version: 1, answer: 'Nothing is kept any more.' },
      });
      expect(status, text).toBe(204);
    }

    expect([kept.status, kept.body['kept'], kept.body['lookCount'], Object(kept.body['child'])['idNo']]).toEqual([
      200,
      [],
      0,
      null,
    ]);
    expect(
      await rowsOf('select from candidate where id = any($1) and deleted_at is null and restricted_at is null', [
        [line.candidateId, later.candidateId],
      ]),
    ).toHaveLength(2);
  });

  it('who has objected reads under which number and by when it is decided, sees what is kept, and is told there that it was upheld [PIPL-45 call:guardian.notice]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);
    const objected = await calls.object(token);
    const open = await calls.show(token);
    const kept = await keptBy(token);
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const [request] = await rowsOf('select id from rights_request where code = $1', [objected.body['code']]);
    const params = { id: String(request?.['id']) };

    await askStaff(privacy, 'rights.answer', { params, body: { version: 1, answer: 'It is upheld.' } });

    const { code, dueAt } = objected.body;
    expect(open.body['objection']).toMatchObject({ code, dueAt, isUpheld: false });
    expect([kept.status, (await calls.agree(token)).status, (await calls.object(token)).status]).toEqual([
      200, 404, 404,
    ]);
    expect((await calls.show(token)).body['objection']).toMatchObject({ code, isUpheld: true });
  });

  it('whose request is refused does not lift what the account has asked to be deleted [PIPL-47]', async () => {
    const line = await givenPaid(world);
    const asked = await wishBy(await tokenOf(line), 'Deletion', 'Please delete everything of my child.');
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const [request] = await rowsOf('select id from rights_request where code = $1', [asked.body['code']]);
    await rowsOf('update candidate set restricted_at = app_now(), deleted_at = app_now() where id = $1', [
      line.candidateId,
    ]);

    const params = { id: String(request?.['id']) };
    await askStaff(privacy, 'rights.refuse', { params, body: { version: 1, reason: 'The exam is not over.' } });

    expect(
      await rowsOf('select from candidate where id = $1 and restricted_at is not null', [line.candidateId]),
    ).toHaveLength(1);
  });
});
