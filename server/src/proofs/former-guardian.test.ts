import { beforeEach, describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { ask, askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import {
  askDue,
  examIn,
  givenPaid,
  isWaitedFor,
  type Registered,
  registerAgain,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';

const { world, calls } = useGuardians();
const reason = 'The mother showed us the digit she had mistyped.';

let officer: SignedInStaff;
let second: SignedInStaff;
beforeEach(async () => {
  officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
  second = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
});

/** A child whose exam is tomorrow: the number of the guardian was mistyped and asked, and staff have corrected it. `mobile` is the right one. */
async function givenCorrected(born: { dob?: string } = {}) {
  const mistyped = await givenPaid(world, { ...born, exam: (await examIn(20)).exam });
  const mobile = `139${randomDigits(8)}`;
  const guardian = { name: '李梅', idType: 'Passport', idNo: 'G22345678', mobile, type: 'Mother' };
  const corrected = await askStaff(officer, 'applications.correct', {
    params: { id: mistyped.applicationId },
    body: { version: 1, changes: { guardian }, reason: 'The number was mistyped.' },
  });
  expect(corrected.status, corrected.text).toBe(200);
  await askDue();
  return { mistyped, right: { ...mistyped, mobile } };
}

const pageOf = async ({ applicationId }: Registered) => {
  const { text } = await askStaff(officer, 'applications.get', { params: { id: applicationId } });
  const { version, formerGuardians, can, numbersProposed, letters } = JSON.parse(text);
  return { version, formerGuardians, can, numbersProposed, letters };
};

async function proposeEnd(line: Registered) {
  const { version, formerGuardians } = await pageOf(line);
  return await askStaff(officer, 'applications.endFormer', {
    params: { id: line.applicationId },
    body: { version, caseId: formerGuardians[0]?.caseId, reason },
  });
}

const approve = (staff: SignedInStaff, { body }: { body: Record<string, unknown> }) =>
  askStaff(staff, 'approvals.approve', { params: { id: body['proposalId'] }, body: { reason } });

/** What the number that was named first was told of its end. */
const endsTold = async ({ browser }: Registered) =>
  await rowsOf(
    `select from message where account_id is null and kind = 'guardianEnded' and object_id in (select id from guardian_case where account_id = $1)`,
    [browser.accountId],
  );

/** Two persons of the privacy office find that whoever objected is not a guardian. */
async function foundStranger(code: unknown) {
  const [one, two] = [
    await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
    await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] }),
  ];
  const [request] = await rowsOf('select id from rights_request where code = $1', [code]);
  const asked = await askStaff(one, 'rights.proposeMistaken', {
    params: { id: String(request?.['id']) },
    body: { version: 1, reason, isStranger: true },
  });
  expect((await approve(two, asked)).status).toBe(204);
}

const waitOf = async ({ browser, applicationId }: Registered) => {
  const { text } = await ask(browser, 'application.get', { params: { id: applicationId } });
  return JSON.parse(text).letter.guardianWait;
};

describe('a number that was mistyped and corrected the day before a child’s exam', () => {
  it('is waited for until two persons find that it is not the guardian’s; the right one has agreed, and the letter comes [PIPL-31 S-16 call:POST /api/staff/applications/{id}/former-guardian/end]', async () => {
    const { mistyped, right } = await givenCorrected();
    const agreed = await calls.agree(await tokenOf(right));
    const [wait, before] = [await waitOf(right), await pageOf(right)];
    const link = await tokenOf(mistyped);

    const proposed = await proposeEnd(right);
    const between = await pageOf(right);
    const own = await approve(officer, proposed);
    const isWaiting = await isWaitedFor(right.applicationId);
    const done = await approve(second, proposed);
    const after = await pageOf(right);

    expect(agreed.status).toBe(200);
    expect(wait).toMatchObject({ isFormer: true, until: expect.any(String), isWrongNumber: false });
    expect(before).toMatchObject({
      can: { endFormer: true },
      formerGuardians: [{ mobile: `${mistyped.mobile.slice(0, 3)}****${mistyped.mobile.slice(-4)}` }],
      numbersProposed: [],
    });
    expect([proposed.status, own.status, isWaiting, done.status], proposed.text).toEqual([200, 412, true, 204]);
    expect(between.numbersProposed).toEqual([before.formerGuardians[0].caseId]);
    expect(after).toMatchObject({ formerGuardians: [], numbersProposed: [], letters: { guardianWait: null } });
    expect(await waitOf(right)).toBeNull();
    expect((await calls.show(link)).status).toBe(404);
    expect(await endsTold(right)).toHaveLength(1);
  });

  it('found not to be the guardian’s stands in for nobody’s yes: the right guardian has to agree still [PIPL-31]', async () => {
    const { right } = await givenCorrected();

    const done = await approve(second, await proposeEnd(right));
    const waiting = await isWaitedFor(right.applicationId);
    await calls.agree(await tokenOf(right));

    expect([done.status, waiting, await isWaitedFor(right.applicationId)]).toEqual([204, true, false]);
  });

  it('is read by the family in the list of who opened the record, with the reason [PIPL-31]', async () => {
    const { right } = await givenCorrected();
    await proposeEnd(right);
    const { text } = await ask(right.browser, 'access.search', { body: { pageIndex: 1, pageSize: 20 } });

    expect(text).toContain(reason);
  });
});

describe('a number that was found not to be the guardian’s, and is one after all', () => {
  const proposeReinstatement = async ({ applicationId }: Registered, caseId: unknown) => {
    const { text } = await askStaff(officer, 'applications.get', { params: { id: applicationId } });
    return await askStaff(officer, 'applications.reinstateGuardian', {
      params: { id: applicationId },
      body: { version: JSON.parse(text).version, caseId, reason: 'The father showed us the birth certificate.' },
    });
  };
  const reinstate = async (line: Registered, caseId: unknown) =>
    await approve(second, await proposeReinstatement(line, caseId));
  const wrongNumbersOf = async ({ applicationId }: Registered) => {
    const { text } = await askStaff(officer, 'applications.get', { params: { id: applicationId } });
    return JSON.parse(text).wrongNumbers;
  };

  it('is told, may object for 72 hours from then, and opens its link again [PIPL-31 call:POST /api/staff/applications/{id}/former-guardian/reinstate]', async () => {
    const { mistyped, right } = await givenCorrected();
    await calls.agree(await tokenOf(right));
    await approve(second, await proposeEnd(right));
    const [passing, [found]] = [await isWaitedFor(right.applicationId), await wrongNumbersOf(right)];

    const done = await reinstate(right, found.caseId);
    const wait = await waitOf(right);
    const objected = await calls.object(await tokenOf(mistyped));

    expect([passing, done.status, objected.status], done.text).toEqual([false, 204, 200]);
    expect(found.mobile).toBe(`${mistyped.mobile.slice(0, 3)}****${mistyped.mobile.slice(-4)}`);
    expect(wait).toMatchObject({ isFormer: true, until: expect.any(String) });
    expect(await waitOf(right)).toMatchObject({ hasObjected: true });
    expect(await wrongNumbersOf(right)).toEqual([]);
  });

  it('is asked again where the family has named it again: its yes lets the child pass [PIPL-31]', async () => {
    const { mistyped, right } = await givenCorrected();
    await approve(second, await proposeEnd(right));
    const { version } = await pageOf(right);
    const guardian = { name: '李梅', idType: 'Passport', idNo: 'G22345678', mobile: mistyped.mobile, type: 'Mother' };
    await askStaff(officer, 'applications.correct', {
      params: { id: right.applicationId },
      body: { version, changes: { guardian }, reason: 'She showed us her telephone.' },
    });
    await askDue();
    const [before, [found]] = [await waitOf(right), await wrongNumbersOf(right)];

    const done = await reinstate(right, found.caseId);
    await askDue();
    const agreed = await calls.agree(await tokenOf(mistyped));

    expect(before).toMatchObject({ isWrongNumber: true });
    expect([done.status, agreed.status], done.text).toEqual([204, 200]);
    expect(await waitOf(right)).not.toMatchObject({ isWrongNumber: true });
  });

  it('may be found wrong once more, and is told of it once more', async () => {
    const { right } = await givenCorrected();
    await approve(second, await proposeEnd(right));
    const [found] = await wrongNumbersOf(right);
    await reinstate(right, found.caseId);
    await askDue();

    const done = await approve(second, await proposeEnd(right));

    expect([done.status, (await endsTold(right)).length], done.text).toEqual([204, 2]);
  });

  it('is not reinstated twice, nor by the number of another child [PIPL-31]', async () => {
    const { right } = await givenCorrected();
    const other = await givenCorrected();
    await approve(second, await proposeEnd(right));
    await approve(second, await proposeEnd(other.right));
    const [[found], [foreign]] = [await wrongNumbersOf(right), await wrongNumbersOf(other.right)];

    const mixed = await proposeReinstatement(right, foreign.caseId);
    const done = await reinstate(right, found.caseId);
    const again = await proposeReinstatement(right, found.caseId);

    expect([mixed.body['code'], done.status, again.body['code']]).toEqual(['ILLEGAL_STATE', 204, 'ILLEGAL_STATE']);
  });

  it('is reinstated by two persons: nobody alone gives a number that was found wrong the child’s data [PIPL-31 S-16]', async () => {
    const { mistyped, right } = await givenCorrected();
    await approve(second, await proposeEnd(right));
    const [found] = await wrongNumbersOf(right);

    const proposed = await proposeReinstatement(right, found.caseId);
    const own = await approve(officer, proposed);
    const between = await pageOf(right);
    const isOver = (await calls.show(await tokenOf(mistyped))).status;
    const done = await approve(second, proposed);

    expect([proposed.status, own.status, isOver, done.status], proposed.text).toEqual([200, 412, 404, 204]);
    expect(between.numbersProposed).toEqual([found.caseId]);
    expect((await pageOf(right)).numbersProposed).toEqual([]);
  });

  it('is reinstated with the privacy office, where that found it of whoever had objected [PIPL-31 S-16]', async () => {
    const { mistyped, right } = await givenCorrected();
    await calls.agree(await tokenOf(right));
    const objected = await calls.object(await tokenOf(mistyped));
    await foundStranger(objected.body['code']);
    const [found] = await wrongNumbersOf(right);
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });

    const proposed = await proposeReinstatement(right, found.caseId);
    const refused = await approve(second, proposed);
    const done = await approve(privacy, proposed);

    expect(found).toMatchObject({ isObjector: true });
    expect([refused.status, done.status], done.text).toEqual([403, 204]);
    expect(await waitOf(right)).toMatchObject({ isFormer: true, until: expect.any(String) });
  });

  it('is not reinstated for a child whose guardian was corrected since it was proposed [PIPL-31 S-1]', async () => {
    const { right } = await givenCorrected();
    await approve(second, await proposeEnd(right));
    const [found] = await wrongNumbersOf(right);
    const proposed = await proposeReinstatement(right, found.caseId);
    const { version } = await pageOf(right);
    const guardian = {
      name: '李梅',
      idType: 'Passport',
      idNo: 'G22345678',
      mobile: `137${randomDigits(8)}`,
      type: 'Mother',
    };
    await askStaff(officer, 'applications.correct', {
      params: { id: right.applicationId },
      body: { version, changes: { guardian }, reason: 'The mother has another number.' },
    });

    const done = await approve(second, proposed);

    expect(done.body['code']).toBe('VERSION_CONFLICT');
    expect(await wrongNumbersOf(right)).toHaveLength(1);
  });
});

describe('whoever was named before and knows the child', () => {
  it('is not set aside once they have objected: neither proposed nor, if it was proposed before, approved [PIPL-31]', async () => {
    const { mistyped, right } = await givenCorrected();
    const proposed = await proposeEnd(right);
    const { formerGuardians, version } = await pageOf(right);
    await calls.object(await tokenOf(mistyped));

    const done = await approve(second, proposed);
    await askStaff(officer, 'approvals.takeBack', { params: { id: proposed.body['proposalId'] }, body: {} });
    const again = await askStaff(officer, 'applications.endFormer', {
      params: { id: right.applicationId },
      body: { version, caseId: formerGuardians[0].caseId, reason },
    });

    expect([done.body['code'], again.body['code']]).toEqual(['ILLEGAL_STATE', 'ILLEGAL_STATE']);
    expect((await pageOf(right)).formerGuardians).toEqual([]);
    expect(await waitOf(right)).toMatchObject({ hasObjected: true });
    expect(await endsTold(right)).toEqual([]);
  });

  it('is not set aside by whoever refuses their objection first [PIPL-31]', async () => {
    const { mistyped, right } = await givenCorrected();
    const objected = await calls.object(await tokenOf(mistyped));
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const [request] = await rowsOf('select id from rights_request where code = $1', [objected.body['code']]);

    const refused = await askStaff(privacy, 'rights.refuse', {
      params: { id: String(request?.['id']) },
      body: { version: 1, reason },
    });

    expect(refused.status, refused.text).toBe(204);
    expect((await pageOf(right)).formerGuardians).toEqual([]);
  });

  it('is not set aside for a guardian whom nobody saw: what is corrected after it was proposed ends it [PIPL-31 S-1]', async () => {
    const { right } = await givenCorrected();
    const proposed = await proposeEnd(right);
    const { version } = await pageOf(right);
    const guardian = {
      name: '李梅',
      idType: 'Passport',
      idNo: 'G22345678',
      mobile: right.browser.phone,
      type: 'Mother',
    };
    await askStaff(officer, 'applications.correct', {
      params: { id: right.applicationId },
      body: { version, changes: { guardian }, reason: 'The account is the mother’s.' },
    });

    const done = await approve(second, proposed);

    expect([done.body['code'], await isWaitedFor(right.applicationId)]).toEqual(['VERSION_CONFLICT', true]);
  });

  it('is not set aside where they agreed to another exam of the child [PIPL-31]', async () => {
    const first = await givenPaid(world);
    await calls.agree(await tokenOf(first));
    const next = await registerAgain(first);
    const guardian = {
      name: '李梅',
      idType: 'Passport',
      idNo: 'G22345678',
      mobile: `139${randomDigits(8)}`,
      type: 'Mother',
    };
    await askStaff(officer, 'applications.correct', {
      params: { id: next.applicationId },
      body: { version: 1, changes: { guardian }, reason: 'The mother is the guardian.' },
    });
    await askDue();

    expect((await pageOf(next)).formerGuardians).toEqual([]);
  });

  it('either objects or is found a stranger, when both happen at once: never both [PIPL-31]', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { mistyped, right } = await givenCorrected();
      const [proposed, token] = [await proposeEnd(right), await tokenOf(mistyped)];
      const [done, objected] = await Promise.all([approve(second, proposed), calls.object(token)]);
      const isWaiting = (await waitOf(right))?.hasObjected === true;
      outcomes.push([done.status === 204, objected.status === 200, isWaiting].join());
    }

    expect(
      outcomes.every((each) => each === 'true,false,false' || each === 'false,true,true'),
      outcomes.join(' '),
    ).toBe(true);
  });
});

describe('who may find a number wrong', () => {
  it('are two who write registrations in its office, and see both numbers [S-16 R-90]', async () => {
    const { right } = await givenCorrected();
    const [reader, finance] = [
      await givenStaff(world.consoleUrl, { roles: ['supportAgent'] }),
      await givenStaff(world.consoleUrl, { roles: ['financeApprover'] }),
    ];
    const { version, formerGuardians } = await pageOf(right);
    const body = { version, caseId: formerGuardians[0].caseId, reason };
    const params = { id: right.applicationId };

    const refused = await askStaff(reader, 'applications.endFormer', { params, body });
    const stale = await askStaff(officer, 'applications.endFormer', { params, body: { ...body, version: 1 } });
    const strange = await askStaff(officer, 'applications.endFormer', {
      params,
      body: { ...body, caseId: right.applicationId },
    });
    const proposed = await askStaff(officer, 'applications.endFormer', { params, body });
    const decided = await approve(finance, proposed);

    expect([refused.status, stale.body['code'], strange.body['code']]).toEqual([
      403,
      'VERSION_CONFLICT',
      'ILLEGAL_STATE',
    ]);
    expect([proposed.status, decided.status]).toEqual([200, 403]);
  });
});
