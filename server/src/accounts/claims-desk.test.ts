import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import type { TestApp } from '#platform/testing/app';
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
import { staffRoutes } from './index.ts';
import { givenVisitor, messagesTo, newEmail, newPhone, receiveCode } from './visitor.testing.ts';

let server: TestApp;
let support: SignedInStaff;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes });
  support = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
});
beforeEach(() => setClockOffset(0));
afterAll(() => server.close());

const decision = {
  reason: 'The owner came to the office.',
  evidence: 'Identity card seen, number ends 1234; knows both candidates.',
};

/** An account with a candidate, an address and no other way to prove it left than staff. */
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
  it('is moved to another number by staff; everything that was signed in ends, and all are told [S-19 T32]', async () => {
    const owner = await givenFamily();
    const phone = newPhone();

    const moved = await askStaff(support, 'claims.moveNumber', {
      params: { id: owner.id },
      body: { ...decision, phone },
    });

    expect(moved.status, moved.text).toBe(204);
    for (const told of [owner.phone, phone, owner.email]) expect(await kindsTo(told)).toContain('phoneChanged');
    const [entry] = await auditOf(owner.id);
    expect(entry).toMatchObject({ action: 'claims.moveNumber', after: { phone: expect.stringContaining('****') } });
    const found = await askStaff(support, 'claims.search', { body: { accountId: owner.id } });
    expect(found.body['list']).toMatchObject([{ outcome: 'NumberMoved' }]);
    expect((await enterByCode(phone)).body['isAuthorized']).toBe(false);
  });

  it('is not moved to a number that has an account, or is none [S-19]', async () => {
    const owner = await givenFamily();
    const other = await givenAccount();
    const move = (phone: string) =>
      askStaff(support, 'claims.moveNumber', { params: { id: owner.id }, body: { ...decision, phone } });

    const answers = [await move(other.phone), await move('123')];

    expect(answers.map(({ status }) => status)).toEqual([412, 412]);
    expect(await kindsTo(owner.email)).not.toContain('phoneChanged');
  });
});
