import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import type { TestApp } from '#testing/app';
import {
  ask,
  askStaff,
  givenAccount,
  givenCartLine,
  givenExam,
  givenStaff,
  openTestConsole,
  type SignedInStaff,
} from '#testing';
import { staffRoutes as approvals } from '#office/approvals';
import { staffRoutes as today } from '#office/today';
import { staffRoutes } from '../index.ts';
import { givenVisitor, messagesTo, newEmail, newPhone, receiveCode } from '#testing/visitor';

let server: TestApp;
let support: SignedInStaff;
let second: SignedInStaff;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...approvals, ...today] });
  support = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
  second = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
});
beforeEach(() => setClockOffset(0));
afterAll(() => server.close());

const decision = {
  reason: 'The owner came to the office.',
  evidence: 'Identity card seen, number ends 1234; knows both candidates.',
};

/** An account with a candidate and an address, which only staff can still confirm. */
async function givenFamily() {
  const email = newEmail();
  const account = await givenAccount({ email });
  await givenCartLine(account.id, await givenExam());
  return { ...account, email };
}

async function enterByCode(phone: string, visitor = givenVisitor(server.url)) {
  const verificationCode = await receiveCode(visitor, phone, 'Login');
  const body = { loginType: 'VerificationCode', mobile: phone, verificationCode };
  return await ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers });
}

/** Somebody holds the number and has tried the birth date three times. @returns the claim's id. */
async function givenClaim(owner: { id: string; phone: string }): Promise<string> {
  const visitor = givenVisitor(server.url);
  await enterByCode(owner.phone, visitor);
  for (const dateOfBirth of ['1970-01-01', '1970-01-02', '1970-01-03'])
    await ask(visitor.browser, 'user.provePossession', { body: { dateOfBirth }, headers: visitor.headers });
  const { body } = await askStaff(support, 'claims.search', { body: { isWaiting: true, accountId: owner.id } });
  const [claim] = body['list'] as { id: string }[];
  return claim?.id ?? '';
}

const kindsTo = async (recipient: string) => (await messagesTo(recipient)).map(({ kind }) => kind);
const auditOf = async (id: string) =>
  (await databasePool().query('select action, after from audit_entry where object_id = $1', [id])).rows;

describe('a claim to an account', () => {
  it('waits for staff masked; accepted with evidence it lets the holder of the number in once, within a day [S-19 T32]', async () => {
    const owner = await givenFamily();
    const id = await givenClaim(owner);
    const waiting = await askStaff(support, 'claims.get', { params: { id } });
    await setClockOffset(61);

    const accepted = await askStaff(support, 'claims.accept', { params: { id }, body: decision });
    const twice = await askStaff(support, 'claims.accept', { params: { id }, body: decision });
    const first = await enterByCode(owner.phone);
    await setClockOffset(122);
    const second = await enterByCode(owner.phone);

    expect(waiting.body).toMatchObject({ birthDateTries: 3, outcome: null, evidence: null });
    expect(waiting.text).not.toContain(owner.phone);
    expect([accepted.status, twice.status, twice.body['code']]).toEqual([204, 412, 'ILLEGAL_STATE']);
    expect([first.body['isAuthorized'], second.body['isAuthorized']]).toEqual([true, false]);
    expect(await kindsTo(owner.email)).toContain('claimAccepted');
    expect(await auditOf(owner.id)).toEqual([{ action: 'claims.accept', after: { claimId: id, outcome: 'ByStaff' } }]);
    const { rows } = await databasePool().query('select possession_claim::text as row from possession_claim');
    expect(JSON.stringify(rows)).not.toContain('Identity card');
    expect((await askStaff(support, 'claims.get', { params: { id } })).body['evidence']).toBe(decision.evidence);
  });

  it('that was accepted lets nobody in a day later [S-19]', async () => {
    const owner = await givenFamily();
    await askStaff(support, 'claims.accept', { params: { id: await givenClaim(owner) }, body: decision });
    await setClockOffset(24 * 3600 + 5);

    expect((await enterByCode(owner.phone)).body['isAuthorized']).toBe(false);
  });

  it('that was refused lets nobody in, and the owner’s address is told [S-19]', async () => {
    const owner = await givenFamily();
    const id = await givenClaim(owner);
    await setClockOffset(61);

    const refused = await askStaff(support, 'claims.refuse', { params: { id }, body: decision });

    expect(refused.status).toBe(204);
    expect((await enterByCode(owner.phone)).body['isAuthorized']).toBe(false);
    expect(await kindsTo(owner.email)).toContain('claimRefused');
  });

  it('is decided with a fresh proof, a reason and evidence, by who may [T32]', async () => {
    const id = await givenClaim(await givenFamily());
    const stale = await givenStaff(server.consoleUrl, { roles: ['supportAgent'], isFresh: false });
    const auditor = await givenStaff(server.consoleUrl, { roles: ['auditor'] });
    const { reason, evidence } = decision;

    const answers = [
      await askStaff(stale, 'claims.accept', { params: { id }, body: decision }),
      await askStaff(auditor, 'claims.accept', { params: { id }, body: decision }),
      await askStaff(support, 'claims.accept', { params: { id }, body: { reason } }),
      await askStaff(support, 'claims.accept', { params: { id }, body: { evidence } }),
    ];

    expect(answers.map(({ status }) => status).slice(0, 2)).toEqual([403, 403]);
    expect(answers.map(({ status }) => status >= 400)).toEqual([true, true, true, true]);
  });
});

describe('an account whose owner lost phone and number', () => {
  const ask2 = (owner: { id: string }, phone: string) =>
    askStaff(support, 'claims.moveNumber', { params: { id: owner.id }, body: { ...decision, phone } });
  const approve = (who: SignedInStaff, proposalId: unknown) =>
    askStaff(who, 'approvals.approve', { params: { id: String(proposalId) }, body: {} });

  it('is moved to another number by two persons; everything that was signed in ends, and all are told [S-16 S-19 T32]', async () => {
    const owner = await givenFamily();
    const phone = newPhone();

    const asked = await ask2(owner, phone);
    const toldBefore = await kindsTo(owner.phone);
    const again = await ask2(owner, newPhone());
    const alone = await approve(support, asked.body['proposalId']);
    const moved = await approve(second, asked.body['proposalId']);

    expect([asked.status, again.body['code'], alone.body['code'], moved.status], moved.text).toEqual([
      200,
      'PROPOSAL_OPEN',
      'SECOND_PERSON_NEEDED',
      204,
    ]);
    expect(toldBefore).not.toContain('phoneChanged');
    for (const told of [owner.phone, phone, owner.email]) expect(await kindsTo(told)).toContain('phoneChanged');
    const entries = await auditOf(owner.id);
    expect(entries).toMatchObject([{ action: 'claims.moveNumber', after: { phone: expect.stringContaining('****') } }]);
    const found = await askStaff(support, 'claims.search', { body: { accountId: owner.id } });
    expect(found.body['list']).toMatchObject([{ outcome: 'NumberMoved' }]);
    expect((await enterByCode(phone)).body['isAuthorized']).toBe(false);
    const { rows } = await databasePool().query(`select row_to_json(proposal)::text || coalesce(
      (select string_agg(entry::text, '') from audit_entry entry), '') as text from proposal`);
    for (const secret of [phone, 'Identity card']) expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await databasePool().query('select from number_move')).rows).toEqual([]);
  });

  it('is not let in by whoever asked for the move: another person decides the claim [S-16 S-19]', async () => {
    const owner = await givenFamily();
    const phone = newPhone();
    await approve(second, (await ask2(owner, phone)).body['proposalId']);
    const id = await givenClaim({ ...owner, phone });
    await setClockOffset(61);

    const own = await askStaff(support, 'claims.accept', { params: { id }, body: decision });
    const other = await askStaff(second, 'claims.accept', { params: { id }, body: decision });

    expect([own.status, own.body['code'], other.status]).toEqual([412, 'SECOND_PERSON_NEEDED', 204]);
  });

  it('is not moved to a number that has an account, or is none [S-19]', async () => {
    const owner = await givenFamily();
    const other = await givenAccount();

    const answers = [await ask2(owner, other.phone), await ask2(owner, '123')];

    expect(answers.map(({ status }) => status)).toEqual([412, 412]);
    expect(await kindsTo(owner.email)).not.toContain('phoneChanged');
  });

  it('is not moved to a number that somebody took while the second person thought [S-16 S-19]', async () => {
    const owner = await givenFamily();
    const phone = newPhone();
    const asked = await ask2(owner, phone);
    await givenAccount({ phone });

    const moved = await approve(second, asked.body['proposalId']);

    expect([moved.status, moved.body['code']]).toEqual([412, 'ILLEGAL_STATE']);
    expect(await kindsTo(owner.email)).not.toContain('phoneChanged');
  });
});

describe('a claim that waits for staff', () => {
  const board = async () =>
    (await askStaff(support, 'today.search', { body: { kind: 'claimToDecide', pageSize: 100 } })).body['list'] as {
      objectId: string;
      label: string;
    }[];

  it('is on the board until it is decided, with its number masked [S-19]', async () => {
    const owner = await givenFamily();
    const id = await givenClaim(owner);
    const before = (await board()).find(({ objectId }) => objectId === id);

    await askStaff(support, 'claims.refuse', { params: { id }, body: decision });

    expect(before?.label).toContain('****');
    expect((await board()).map(({ objectId }) => objectId)).not.toContain(id);
  });

  it('and was accepted can be taken back before anybody signs in by it, once [S-19]', async () => {
    const owner = await givenFamily();
    const id = await givenClaim(owner);
    await askStaff(support, 'claims.accept', { params: { id }, body: decision });
    await setClockOffset(61);
    const { reason } = decision;

    const back = await askStaff(support, 'claims.takeBack', { params: { id }, body: { reason } });
    const twice = await askStaff(support, 'claims.takeBack', { params: { id }, body: { reason } });

    expect([back.status, twice.status, twice.body['code']]).toEqual([204, 412, 'ILLEGAL_STATE']);
    expect((await enterByCode(owner.phone)).body['isAuthorized']).toBe(false);
    expect((await askStaff(support, 'claims.get', { params: { id } })).body).toMatchObject({
      outcome: 'TakenBack',
      letInUntil: null,
    });
  });
});
