import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { tasks } from '#office/work-items';
import { mayBePassedOn } from '#people/consents';
import { randomDigits } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { ask, askStaff, givenExam, givenStaff, moveClockTo, rowsOf } from '#testing';
import {
  addChild,
  asGuardian,
  askDue,
  givenPaid,
  isWaitedFor,
  registerAgain,
  type Registered,
  toldOf,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';
import { meddle } from './world.testing.ts';

const { world, calls } = useGuardians();
const reason = 'It was a stranger who held the telephone.';

/** A paid registration, its guardian's objection, and who decides about it. */
async function givenObjection(
  { line: known, ...shared }: Parameters<typeof givenPaid>[1] & { line?: Registered } = {},
  secondsBefore?: number,
) {
  const line = known ?? (await givenPaid(world, shared));
  const [exam] = await rowsOf('select starts_at as "startsAt" from exam_session where id = $1', [line.exam.sessionId]);
  if (secondsBefore !== undefined) await moveClockTo(addSeconds(String(exam?.['startsAt']), -secondsBefore));
  const token = await tokenOf(line);
  const objected = await calls.object(token);
  const [row] = await rowsOf(
    `select request.id, due_at as "dueAt", alarm_at as "alarmAt", received_at as "receivedAt", session.starts_at as "startsAt", exam_date::text as "examDate",
       session.office_id as "officeId"
     from rights_request request, application join exam_session session on session.id = application.session_id
     where request.code = $1 and application.id = $2`,
    [objected.body['code'], line.applicationId],
  );
  const officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
  return { line, token, objected, officer, row, id: String(row?.['id']) };
}

type Objection = Awaited<ReturnType<typeof givenObjection>>;

const uphold = ({ id, officer }: Objection) =>
  askStaff(officer, 'rights.answer', { params: { id }, body: { version: 1, answer: 'We stop the registration.' } });

async function foundStranger({ id, officer }: Objection) {
  const body = { version: 1, reason, isStranger: true };
  const proposed = await askStaff(officer, 'rights.proposeMistaken', { params: { id }, body });
  const page = await askStaff(officer, 'rights.page', { params: { id } });
  const second = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
  const params = { id: String(proposed.body['proposalId']) };
  return { page, officer, done: await askStaff(second, 'approvals.approve', { params, body: { reason } }) };
}

const board = async (kind: string, objectId: string) => {
  await tasks['workItems.sweep']?.({});
  return await rowsOf(
    `select object_kind as kind, office_id as "officeId" from work_item where kind = $1 and object_id = $2 and closed_at is null`,
    [kind, objectId],
  );
};

/** What the account was told since the objection, by kind. */
const wordsTo = async ({ browser }: Registered) =>
  (
    await rowsOf(
      `select distinct kind from message where account_id = $1 and kind in ('rightsAnswered', 'objectionStands', 'objectionEnded', 'guardianWrongNumber') order by 1`,
      [browser.accountId],
    )
  ).map(({ kind }) => kind);

const waitOf = async ({ browser, applicationId }: Registered) => {
  const { text } = await ask(browser, 'application.get', { params: { id: applicationId } });
  return JSON.parse(text).letter.guardianWait;
};

describe('the clock of an objection', () => {
  it('ends a day before the exam where that is sooner, alarms at once with few days left, and the office sees which day that is [PIPL-31 PIPL-50]', async () => {
    const near = await givenObjection({}, 2 * 86_400);
    const { row, officer, id, line, objected } = near;

    const list = await askStaff(officer, 'rights.search', {
      body: { pageIndex: 1, pageSize: 50, kind: 'Objection', search: String(objected.body['code']) },
    });
    const page = await askStaff(officer, 'rights.page', { params: { id } });

    expect(row?.['dueAt']).toBe(addSeconds(String(row?.['startsAt']), -86_400));
    expect(objected.body['dueAt']).toBe(row?.['dueAt']);
    expect(row?.['alarmAt']).toBe(addSeconds(String(row?.['receivedAt']), 1));
    await meddle(
      `update rights_request set received_at = received_at - interval '2 seconds', alarm_at = alarm_at - interval '2 seconds' where id = $1`,
      [id],
    );
    expect(await board('rightsRequest', id)).toHaveLength(1);
    expect(JSON.parse(list.text).list).toMatchObject([{ id, examDate: row?.['examDate'] }]);
    expect(page.body).toMatchObject({
      examDate: row?.['examDate'],
      about: { recordKind: 'application', recordId: line.applicationId },
    });
  });
});

describe('an objection that is upheld', () => {
  it('is a task of the exam office until the registration is withdrawn, and the account reads that it does not go on [PIPL-31]', async () => {
    const objection = await givenObjection();
    const { line, row } = objection;
    const before = [await board('objectionUpheld', line.applicationId), await waitOf(line)];

    const { status } = await uphold(objection);
    const [wait, open] = [await waitOf(line), await board('objectionUpheld', line.applicationId)];
    await meddle(`update application set status = 'Withdrawn' where id = $1`, [line.applicationId]);

    expect(before).toEqual([[], expect.objectContaining({ hasObjected: true, isUpheld: false })]);
    expect(status).toBe(204);
    expect(wait).toMatchObject({ hasObjected: true, isUpheld: true });
    expect(open).toEqual([{ kind: 'application', officeId: row?.['officeId'] }]);
    expect(await board('objectionUpheld', line.applicationId)).toEqual([]);
    expect(await wordsTo(line)).toEqual(['objectionStands']);
  });

  it('and one that is refused is not told to the account as an answer to a request of its own [PIPL-31]', async () => {
    const { line, officer, id } = await givenObjection();

    await askStaff(officer, 'rights.refuse', { params: { id }, body: { version: 1, reason } });

    expect(await wordsTo(line)).toEqual(['objectionEnded']);
    expect(await waitOf(line)).toMatchObject({ hasObjected: false, isUpheld: false });
  });

  it('and one that is refused ends what was consented to until whoever objected agrees by the new link [PIPL-31]', async () => {
    const { line, officer, id } = await givenObjection();
    const endedConsents = async () =>
      JSON.parse((await askStaff(officer, 'rights.page', { params: { id } })).text).endedConsents;
    await askStaff(officer, 'rights.refuse', { params: { id }, body: { version: 1, reason } });
    await askDue();
    const [ended, isPassedOn] = [await endedConsents(), await maySend(line)];

    const agreed = await calls.agree(await tokenOf(line));

    expect([ended > 0, isPassedOn, agreed.status], agreed.text).toEqual([true, false, 200]);
    expect([await endedConsents(), await maySend(line), await isWaitedFor(line.applicationId)]).toEqual([
      0,
      true,
      false,
    ]);
    expect(await guardianEventsOf(line)).toEqual([
      'guardianAsked',
      'guardianObjected',
      'guardianObjectionRefused',
      'guardianAsked',
      'guardianAgreed',
    ]);
  });
});

/** What the family reads of the guardian's answers, in their order. */
const guardianEventsOf = async ({ browser, applicationId }: Registered) => {
  const { text } = await ask(browser, 'application.get', { params: { id: applicationId } });
  const timeline: { event: string }[] = JSON.parse(text).timeline;
  return timeline.map(({ event }) => event).filter((event) => event.startsWith('guardian'));
};

/** Whether what was consented to lets the registration be passed on to the awarding body. */
const maySend = async ({ applicationId }: Registered) =>
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ may: boolean }>`
      select ${mayBePassedOn(sql`consent.application_id = ${applicationId}`)} as may`.execute(tx);
    return rows[0]?.may;
  });

describe('whoever objected while staff named another guardian', () => {
  it('is told by a link that opens when the objection is refused, and may object again [PIPL-31]', async () => {
    const objection = await givenObjection({ dob: '2010-05-06' });
    const { line, id, officer } = objection;
    const exam = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const guardian = {
      name: '李梅',
      idType: 'Passport',
      idNo: 'G22345678',
      mobile: line.browser.phone,
      type: 'Mother',
    };
    const corrected = await askStaff(exam, 'applications.correct', {
      params: { id: line.applicationId },
      body: { version: 1, changes: { guardian }, reason },
    });
    await askDue();

    await askStaff(officer, 'rights.refuse', { params: { id }, body: { version: 1, reason } });
    const shown = await calls.show(await tokenOf(line));
    const waiting = await isWaitedFor(line.applicationId);
    const again = await calls.object(await tokenOf(line));

    expect(corrected.status, corrected.text).toBe(200);
    expect(shown.body).toMatchObject({ isReplaced: true, objection: null });
    expect([waiting, again.status]).toEqual([true, 200]);
    expect(await waitOf(line)).toMatchObject({ hasObjected: true });
  });
});

describe('an objection that a colleague is asked about', () => {
  const refusal = ({ id, officer }: Objection) =>
    askStaff(officer, 'rights.refuse', { params: { id }, body: { version: 1, reason } });

  it('is decided by nobody else until they have decided; the history says what was decided [PIPL-31 S-16]', async () => {
    const objection = await givenObjection();
    const { id, officer, line } = objection;
    const body = { version: 1, reason, isStranger: false };
    const { body: proposal } = await askStaff(officer, 'rights.proposeMistaken', { params: { id }, body });

    const early = [await uphold(objection), await refusal(objection)];
    const rejected = await askStaff(
      await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
      'approvals.reject',
      {
        params: { id: String(proposal['proposalId']) },
        body: { reason },
      },
    );
    const then = await uphold(objection);
    const acts = await rowsOf('select action from audit_entry where object_id = $1 order by id', [id]);

    expect(early.map((answer) => answer.body['code'])).toEqual(['PROPOSAL_OPEN', 'PROPOSAL_OPEN']);
    expect([rejected.status, then.status]).toEqual([204, 204]);
    expect(acts.map(({ action }) => action)).toContain('rights.uphold');
    expect(await wordsTo(line)).toEqual(['objectionStands']);
  });

  it('is decided once when all decide at once, and the family is told once [PIPL-31 S-16]', async () => {
    const objection = await givenObjection();
    const { id, officer } = objection;
    const second = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });

    const answers = await Promise.all([
      uphold(objection),
      refusal(objection),
      uphold({ ...objection, officer: second }),
      askStaff(officer, 'rights.proposeMistaken', { params: { id }, body: { version: 1, reason, isStranger: false } }),
    ]);
    const statuses = answers.map(({ status }) => status);
    const decided = await rowsOf('select status from rights_request where id = $1', [id]);
    const told = await rowsOf(
      `select kind from message where kind in ('objectionStands', 'objectionEnded') and object_id = $1`,
      [id],
    );

    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const isProposed = decided[0]?.['status'] === 'Received';
    expect(new Set(told.map(({ kind }) => kind)).size).toBe(isProposed ? 0 : 1);
  });
});

describe('whoever is not the guardian', () => {
  it('gets no link any more, the account is asked for the right guardian, and a child under 14 goes on waiting [PIPL-31 S-16]', async () => {
    const objection = await givenObjection();
    const { line, token } = objection;
    const links = async () =>
      (
        await rowsOf(
          'select from guardian_answer where token_hash is not null and case_id in (select id from guardian_case where account_id = $1)',
          [line.browser.accountId],
        )
      ).length;
    const before = await links();

    const { page, done } = await foundStranger(objection);
    const [wait, shown] = [await waitOf(line), await calls.show(token)];
    const again = await ask(line.browser, 'guardian.sendAgain', { params: { id: line.applicationId } });
    const next = await registerAgain(line, await givenExam());
    const [told] = await toldOf(next.applicationId);

    expect(page.body['proposal']).toMatchObject({ id: expect.any(String), proposedBy: expect.stringMatching(/./) });
    expect([done.status, shown.status, again.body['code']]).toEqual([204, 404, 'ILLEGAL_STATE']);
    expect(wait).toMatchObject({ hasObjected: false, isWrongNumber: true, until: null });
    expect([await isWaitedFor(line.applicationId), await isWaitedFor(next.applicationId), told]).toEqual([
      true,
      true,
      undefined,
    ]);
    expect(await links()).toBe(before);
    expect(await wordsTo(line)).toEqual(['guardianWrongNumber']);
  });

  it('is told so, and no link of that child opens any more; the same number goes on speaking for another child [PIPL-31]', async () => {
    const objection = await givenObjection();
    const { line } = objection;
    const second = await registerAgain(line, await givenExam());
    const sibling = { dob: '2010-05-06', firstName: 'YUTONG', idNo: `E${randomDigits(8)}` };
    const candidateId = await addChild(line.browser, line.mobile, sibling);
    const other = await registerAgain({ ...line, candidateId }, await givenExam());
    const tokens = [await tokenOf(second), await tokenOf(other)] as const;

    await foundStranger(objection);
    const shown = await Promise.all(tokens.map((token) => calls.show(token)));
    const objected = await calls.object(tokens[1]);
    const words = await rowsOf(
      `select message.kind from message where account_id is null and message.kind = 'guardianEnded' and object_id in (select id from guardian_case where account_id = $1)`,
      [line.browser.accountId],
    );

    expect(shown.map(({ status }) => status)).toEqual([404, 200]);
    expect(objected.status).toBe(200);
    expect([await waitOf(second), await waitOf(other)]).toMatchObject([
      { hasObjected: false, isWrongNumber: true },
      { hasObjected: true, isWrongNumber: false },
    ]);
    expect(words).toHaveLength(1);
  });

  it('leaves no agreement behind: what they had agreed to for another exam waits for the right guardian as well [PIPL-31]', async () => {
    const agreed = await givenPaid(world);
    await calls.agree(await tokenOf(agreed));
    const isAgreed = !(await isWaitedFor(agreed.applicationId));
    const objection = await givenObjection({ line: await registerAgain(agreed, await givenExam()) });

    await foundStranger(objection);

    expect([isAgreed, await isWaitedFor(agreed.applicationId)]).toEqual([true, true]);
    expect(await waitOf(agreed)).toMatchObject({ isWrongNumber: true });
  });

  it('does not agree by silence for somebody older; the right guardian who is named is asked and heard [PIPL-31]', async () => {
    const objection = await givenObjection({ dob: '2010-05-06' });
    const { line } = objection;
    await meddle(
      `update guardian_answer set at = at - interval '10 days' where kind = 'asked' and case_id in (select id from guardian_case where account_id = $1)`,
      [line.browser.accountId],
    );
    await foundStranger(objection);
    const waiting = await isWaitedFor(line.applicationId);
    const mobile = `139${randomDigits(8)}`;
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const corrected = await askStaff(officer, 'applications.correct', {
      params: { id: line.applicationId },
      body: {
        version: 1,
        changes: { guardian: { name: '李梅', idType: 'Passport', idNo: 'G22345678', mobile, type: 'Mother' } },
        reason: 'the mother is the guardian',
      },
    });
    await askDue();
    const agreed = await calls.agree(await tokenOf({ ...line, mobile }));

    expect([waiting, corrected.status, agreed.status], corrected.text).toEqual([true, 200, 200]);
    expect(await isWaitedFor(line.applicationId)).toBe(false);
  });
});

describe('what a guardian said by a link', () => {
  it('is listed as the guardian’s, and not taken back by whoever holds the account [PIPL-15 PIPL-31 call:consent.list call:consent.withdraw]', async () => {
    const line = await givenPaid(world);
    await calls.agree(await tokenOf(line));
    const sets = async (): Promise<
      { isByGuardian: boolean; statements: { id: string; statementId: string; canWithdraw: boolean }[] }[]
    > => JSON.parse((await ask(line.browser, 'consent.list')).text);
    const theirs = (await sets()).filter(({ isByGuardian }) => isByGuardian);
    const [statement] = theirs.flatMap(({ statements }) => statements);
    const withdraw = () => ask(line.browser, 'consent.withdraw', { params: { id: statement?.id ?? '' } });

    const refused = await withdraw();
    const [still, own] = [
      await isWaitedFor(line.applicationId),
      (await sets()).filter(({ isByGuardian }) => !isByGuardian),
    ];
    const taken = await asGuardian(line, withdraw);

    expect(statement).toMatchObject({ statementId: 'guardianAgreed', canWithdraw: false });
    expect([refused.body['code'], still, taken.status]).toEqual(['ILLEGAL_STATE', false, 200]);
    expect(own.flatMap(({ statements }) => statements).some(({ canWithdraw }) => canWithdraw)).toBe(true);
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });
});
