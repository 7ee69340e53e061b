import { consentVersion, statementsFor } from '@exam/contract/rules';
import { publicStepIds } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import {
  ask,
  askStaff,
  giveBody,
  givenExam,
  givenSignedIn,
  givenStaff,
  type SignedInStaff,
  type TestExam,
  rowsOf,
} from '#testing';
import { addChild, givenOther, useGuardians, toldOf, tokenOf } from './guardian.testing.ts';
import { candidateForm, meddle, payOrder, placeOrder, submission } from './world.testing.ts';

const { world, calls } = useGuardians();
const { show, object, agree } = calls;

describe('the guardian of a minor', () => {
  it('is told by one text message when the number is not the account’s, and nobody is named in it [PIPL-31]', async () => {
    const other = await givenOther(world);

    const [told, ...more] = await toldOf(other.applicationId);
    const [kept] = await rowsOf('select token_hash from guardian_notice where application_id = $1', [
      other.applicationId,
    ]);

    expect([told?.recipient, more]).toEqual([other.mobile, []]);
    expect(Object.keys(told?.values ?? {}).toSorted()).toEqual(['productName', 'token', 'until']);
    expect(told?.values.token).toMatch(/^[\w-]{22}$/);
    const secret = Buffer.from(told?.values.token ?? '');
    const hash = kept?.['token_hash'];
    expect(Buffer.isBuffer(hash) && hash.byteLength === 32 && !hash.includes(secret)).toBe(true);
    for (const word of ['ZHANG', 'SAN', '王建国', other.browser.phone])
      expect(JSON.stringify(told?.values)).not.toContain(word);
  });

  it('is not told who holds the account, however the number is written, nor where no text message goes [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const own = await addChild(browser, `+86 ${browser.phone}`);
    const abroad = await addChild(browser, '+447911123456');

    const ids = [];
    for (const each of [own, abroad])
      ids.push(
        String((await ask(browser, 'application.submit', { body: submission(exam, each, 'child') })).body['id']),
      );

    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect([await toldOf(ids[0] ?? ''), await toldOf(ids[1] ?? '')]).toEqual([[], []]);
  });

  it('is told once for each child of a group, and not again when the registration is changed [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const mobiles = [`137${randomDigits(8)}`, `137${randomDigits(8)}`];
    const children = [];
    for (const mobile of mobiles) children.push(await addChild(browser, mobile));
    const consents = statementsFor(true).map((statementId) => ({ statementId, version: consentVersion }));
    const { applicationCandidate: _, leaveAlone: __, consents: ___, ...choice } = submission(exam, '', 'child');
    const steps = publicStepIds.filter((step) => step !== 'completed');

    const { body, text } = await ask(browser, 'application.submitGroup', {
      body: {
        ...choice,
        applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
        entries: children.map((candidateId) => ({ candidateId, leaveAlone: false, consents })),
      },
    });
    const made: { id: string }[] = JSON.parse(text).applications ?? [];
    const [first] = made;
    const changed = await ask(browser, 'application.modify', {
      body: { id: first?.id ?? '', ...submission(exam, children[0] ?? '', 'child') },
    });

    expect(made, JSON.stringify(body)).toHaveLength(2);
    expect(changed.status, changed.text).toBe(200);
    const told = [];
    for (const { id } of made) told.push(...(await toldOf(id)).map(({ recipient }) => recipient));
    expect(told.toSorted()).toEqual(mobiles.toSorted());
  });
});

describe('a child under 14', () => {
  it('is not registered without a guardian, or without what the guardian declares, alone or in a group [PIPL-31 R-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const candidateId = await addChild(browser, `137${randomDigits(8)}`);
    const { applicationCandidate: _, leaveAlone, consents, ...choice } = submission(exam, candidateId, 'child');
    const single = (ticked: typeof consents) =>
      ask(browser, 'application.submit', { body: { ...submission(exam, candidateId, 'child'), consents: ticked } });
    const group = (ticked: typeof consents) =>
      ask(browser, 'application.submitGroup', {
        body: { ...choice, entries: [{ candidateId, leaveAlone: leaveAlone ?? false, consents: ticked }] },
      });
    const undeclared = consents.filter(({ statementId }) => statementId !== 'guardianship');

    const listed = await ask(browser, 'candidate.add', { body: { ...candidateForm('child'), guardianModel: null } });
    const untold = [await single(undeclared), await group(undeclared)];
    await meddle('delete from candidate_guardian where candidate_id = $1', [candidateId]);
    const alone = [await single(consents), await group(consents)];

    const said = ({ status, body }: typeof listed) => [status, ...Object.values(Object(body['fieldCodes']))];
    expect(said(listed)).toEqual([412, 'GUARDIAN_REQUIRED']);
    expect(untold.map(said)).toEqual(Array(2).fill([412, 'CONSENT_INCOMPLETE']));
    expect(alone.map(said)).toEqual(Array(2).fill([412, 'GUARDIAN_REQUIRED']));
    expect(await rowsOf('select from application where account_id = $1', [browser.accountId])).toEqual([]);
  });
});

describe('the link', () => {
  it('shows the exam and no name, and opening it changes nothing [PIPL-31 call:guardian.notice]', async () => {
    const other = await givenOther(world);
    const token = await tokenOf(other);

    const first = await show(token);
    const second = await show(token);

    expect(first.body).toMatchObject({ accountEnding: other.browser.phone.slice(-4), examDate: expect.any(String) });
    expect(second.body).toEqual(first.body);
    for (const word of ['ZHANG', 'SAN', other.browser.phone, other.mobile])
      expect(first.text).not.toMatch(new RegExp(`\\b${word}\\b`));
    expect(
      await rowsOf(
        'select from consent_withdrawal where consent_id in (select id from consent where application_id = $1)',
        [other.applicationId],
      ),
    ).toEqual([]);
  });

  it('answers the same whether it is invented, used or over [PIPL-31 T12 call:guardian.object]', async () => {
    const used = await givenOther(world);
    const over = await givenOther(world);
    const [usedToken, overToken] = [await tokenOf(used), await tokenOf(over)];
    await object(usedToken);
    await meddle(
      `update guardian_notice set made_at = made_at - interval '40 days', expires_at = app_now() where application_id = $1`,
      [over.applicationId],
    );

    const plain = async (answer: ReturnType<typeof show>) => {
      const { status, body } = await answer;
      return [status, { ...body, requestId: '' }];
    };
    const answers = [];
    for (const token of ['AbCdEfGhJkMnPqRsTuVwXy', usedToken, overToken])
      answers.push(await plain(show(token)), await plain(object(token)));

    expect(answers[0]?.[0]).toBe(404);
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });
});

const reason = 'It was the neighbour who held the telephone.';

/** A paid registration for an awarding body, its guardian's objection, what an export would hold, and two privacy officers. */
async function givenObjection() {
  const line = await givenOther(world);
  await payOrder(line.browser, world.bank, await placeOrder(line.browser, line));
  await giveBody(line.exam);
  const { body } = await object(await tokenOf(line));
  const [row] = await rowsOf('select id from rights_request where code = $1', [body['code']]);
  const officers = [
    await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
    await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
  ] as const;
  const preview = await previewOf(line.exam);
  return { id: String(row?.['id']), line, officers, preview };
}

/** How many entries of an exam would go out, and how many are left out. */
async function previewOf({ productId, sessionId }: TestExam) {
  const staff = await givenStaff(world.consoleUrl);
  return async () => {
    const { body } = await askStaff(staff, 'bodyEntries.preview', { body: { productId, sessionId } });
    return [body['rows'], body['left']].map((each) => (Array.isArray(each) ? each.length : each));
  };
}

describe('an objection', () => {
  it('stops the export of that child and of no other, and changes nothing else [PIPL-31 3-domain 6.2 call:guardian.object]', async () => {
    const one = await givenOther(world);
    const two = await givenOther(world, { browser: one.browser, exam: one.exam });
    for (const line of [one, two]) {
      await payOrder(one.browser, world.bank, await placeOrder(one.browser, line));
      await agree(await tokenOf(line));
    }
    await giveBody(one.exam);
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const preview = await previewOf(one.exam);
    const before = await preview();

    const { body, status } = await object(await tokenOf(one));

    expect([before, await preview()]).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect([status, body['code']]).toEqual([200, expect.stringMatching(/^D\d{6}\w{6}$/)]);
    expect(
      await rowsOf('select id, status from application where id = any($1) order by id = $2 desc', [
        [one.applicationId, two.applicationId],
        one.applicationId,
      ]),
    ).toEqual([
      { id: one.applicationId, status: 'Registered' },
      { id: two.applicationId, status: 'Registered' },
    ]);
    const inbox = await askStaff(privacy, 'rights.search', { body: { pageIndex: 1, pageSize: 20, kind: 'Objection' } });
    expect(inbox.text).toContain(String(body['code']));
    const days = `select alarm_at < due_at as "isAhead", status, kind from rights_request where code = $1`;
    expect(await rowsOf(days, [body['code']])).toEqual([{ isAhead: true, status: 'Received', kind: 'Objection' }]);
    expect(
      await rowsOf(`select channel from message where kind = 'guardianObjected' and account_id = $1`, [
        one.browser.accountId,
      ]),
    ).toEqual([{ channel: 'sms' }]);
  });

  it('counts once, however often and at once it is sent [PIPL-31]', async () => {
    const other = await givenOther(world);
    const token = await tokenOf(other);

    const answers = await Promise.all([1, 2, 3].map(() => object(token)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(
      await rowsOf(`select from rights_request where kind = 'Objection' and account_id = $1`, [
        other.browser.accountId,
      ]),
    ).toHaveLength(1);
  });

  it('is not got round by ticking anew, nor ordered against, until staff refuse it [PIPL-31]', async () => {
    const other = await givenOther(world);
    const { browser, exam, candidateId, applicationId } = other;
    const { body } = await object(await tokenOf(other));
    const again = () =>
      ask(browser, 'application.modify', {
        body: { id: applicationId, ...submission(exam, candidateId, 'child') },
      });
    const order = () =>
      ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: 150_000 } });

    const changed = await again();
    const cart = await ask(browser, 'application.cart', { body: {} });
    const refused = await order();
    await meddle(`update rights_request set status = 'Refused' where code = $1`, [body['code']]);
    const placed = await order();

    expect(cart.body['list']).toMatchObject([{ applicationId, problem: 'CONSENT_WITHDRAWN' }]);
    expect(refused.body['fieldCodes']).toEqual({ [`applicationIds.${applicationId}`]: 'CONSENT_WITHDRAWN' });
    expect([changed.status, refused.body['code'], placed.status], placed.text).toEqual([200, 'CONSENT_WITHDRAWN', 200]);
  });

  it('that staff refused says nothing about another exam: its guardian is asked about that [PIPL-31]', async () => {
    const other = await givenOther(world);
    const token = await tokenOf(other);
    const { body } = await object(token);
    await meddle(`update rights_request set status = 'Refused' where code = $1`, [body['code']]);

    const { status } = await ask(other.browser, 'application.modify', {
      body: { id: other.applicationId, ...submission(await givenExam(), other.candidateId, 'child') },
    });
    const told = await toldOf(other.applicationId);
    const waited = async () =>
      (await rowsOf('select from guardian_wait where application_id = $1', [other.applicationId])).length;
    const before = await waited();
    await agree(told.find(({ values }) => values.token !== token)?.values.token ?? '');

    expect([status, told.length, before, await waited()]).toEqual([200, 2, 1, 0]);
  });

  it('that was a mistake is refused by two persons: its consents stand again, may be ended anew, and no record is lost [PIPL-31 PIPL-15 S-16 call:rights.proposeMistaken]', async () => {
    const { id, preview, line, officers } = await givenObjection();
    const [first, second] = officers;
    const decide = (staff: SignedInStaff, proposalId: unknown) =>
      askStaff(staff, 'approvals.approve', { params: { id: String(proposalId) }, body: { reason } });
    const before = await preview();

    const proposed = await askStaff(first, 'rights.proposeMistaken', { params: { id }, body: { version: 1, reason } });
    const alone = await decide(first, proposed.body['proposalId']);
    const waiting = await preview();
    const done = await decide(second, proposed.body['proposalId']);
    const after = await preview();
    const { body: page } = await askStaff(first, 'rights.page', { params: { id } });
    const sets: { statements: { id: string; statementId: string; canWithdraw: boolean }[] }[] = JSON.parse(
      (await ask(line.browser, 'consent.list')).text,
    );
    const passing = sets
      .flatMap(({ statements }) => statements)
      .find(({ statementId }) => statementId === 'childAwardingBody');
    const withdrawn = await ask(line.browser, 'consent.withdraw', { params: { id: passing?.id ?? '' } });
    const again = await ask(line.browser, 'consent.withdraw', { params: { id: passing?.id ?? '' } });

    expect([before, waiting, after, await preview()]).toEqual([
      [0, 1],
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    expect([proposed.status, alone.body['code'], done.status], done.text).toEqual([200, 'SECOND_PERSON_NEEDED', 204]);
    expect(page).toMatchObject({ status: 'Refused', endedConsents: 0, answer: reason });
    expect([passing?.canWithdraw, withdrawn.status, again.body['code']]).toEqual([true, 200, 'ILLEGAL_STATE']);
    expect(
      await rowsOf(
        `select (select count(*)::integer from consent_withdrawal where request_id = $1) as ended,
           (select count(*)::integer from consent_restoration where request_id = $1) as restored`,
        [id],
      ),
    ).toEqual([{ ended: 3, restored: 3 }]);
    await expect(meddle(`update consent_restoration set restored_at = now()`)).rejects.toThrow();
  });

  it('that staff refuse otherwise leaves the consents ended, and the page says how many [PIPL-31]', async () => {
    const { id, preview, officers } = await givenObjection();
    const [first, second] = officers;
    const proposed = await askStaff(first, 'rights.proposeMistaken', { params: { id }, body: { version: 1, reason } });

    const refused = await askStaff(second, 'rights.refuse', { params: { id }, body: { version: 1, reason } });
    const { body: page } = await askStaff(first, 'rights.page', { params: { id } });
    const late = await askStaff(second, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: { reason },
    });

    expect([refused.status, page['endedConsents'], await preview()]).toEqual([204, 3, [0, 1]]);
    expect(late.body['code']).toBe('ILLEGAL_STATE');
    expect(await rowsOf('select from consent_restoration where request_id = $1', [id])).toEqual([]);
  });
});
