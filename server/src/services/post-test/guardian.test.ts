import { consentVersion } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBePassedOn } from '#people/consents';
import { randomDigits } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { unseal } from '#platform/vault';
import { createBrowser } from '#testing/app';
import { childConsents, ask, givenSignedIn, type SignedIn } from '#testing';
import { sql } from 'kysely';
import { aPerson, confirm, type Desk, filled, givenDraft, openDesk, work } from '#testing/post-test-desk';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Confirms a request for a saved child. @returns its id and the secrets that guardians were sent. */
async function toldOf(browser: SignedIn, mobile: string): Promise<{ id: string; tokens: string[] }> {
  const { lastName, firstName, birthday } = aPerson();
  const guardianModel = { name: '王建国', idType: 'Passport', idNo: 'G12345678', mobile, type: 'Father' };
  const person = { idType: 'Passport', idNo: `E${randomDigits(8)}`, lastName, firstName, gender: 'Male' };
  const added = await ask(browser, 'candidate.add', {
    body: { ...person, dob: birthday, guardianModel, consents: childConsents },
  });
  expect(added.status, added.text).toBe(200);
  const draft = await givenDraft(desk, 'review', { browser, lastName, firstName, birthday });
  const confirmed = await confirm(draft);
  expect(confirmed.status, confirmed.text).toBe(200);
  return { id: draft.id, tokens: await tokensOf(draft.id) };
}

/** Has guardians asked who are to be. @returns the secrets of the links that are out about a request. */
async function tokensOf(id: string): Promise<string[]> {
  await work();
  const { rows } = await databasePool().query<{ id: string; sealed: Buffer }>(
    `select message.id, message.values_sealed as sealed from sitting_begins thing
     join guardian_case known on known.account_id = thing.account_id and known.sitting = thing.sitting
     join guardian_answer answer on answer.case_id = known.id join message on message.id = answer.message_id
     where thing.object_id = $1 and message.kind = 'guardianNotice'`,
    [id],
  );
  return rows.map((row) =>
    String(JSON.parse(unseal(row.sealed, { table: 'message', row: row.id, column: 'values' })).token),
  );
}

const mayPass = async (id: string) =>
  await reading(async (tx) => {
    const { rows } = await sql<{ may: boolean }>`
      select ${mayBePassedOn(sql`consent.post_test_id = ${id}`)} as may`.execute(tx);
    return rows[0]?.may;
  });

describe('a request after an exam for a saved child', () => {
  it('is told to the guardian whose number is not the account’s, and an objection stops its passing on [PIPL-31]', async () => {
    const browser = await givenSignedIn(desk.server.url);
    const other = await toldOf(browser, `137${randomDigits(8)}`);
    const own = await toldOf(browser, browser.phone);
    const before = await mayPass(other.id);

    const [token = ''] = other.tokens;
    const objected = await ask(createBrowser(desk.server.url), 'guardian.object', { params: { token } });

    expect([other.tokens.length, own.tokens.length, before]).toEqual([1, 0, true]);
    expect([objected.status, await mayPass(other.id), await mayPass(own.id)], objected.text).toEqual([
      200,
      false,
      true,
    ]);
  });

  it('is agreed to for one child: of a draft that becomes another’s the guardian is waited for again [PIPL-31]', async () => {
    const browser = await givenSignedIn(desk.server.url);
    const mobile = `137${randomDigits(8)}`;
    const [first, second] = [aPerson(), aPerson()];
    const guardianModel = { name: '王建国', idType: 'Passport', idNo: 'G12345678', mobile, type: 'Father' };
    for (const { lastName, firstName, birthday } of [first, second])
      await ask(browser, 'candidate.add', {
        body: {
          idType: 'Passport',
          idNo: `E${randomDigits(8)}`,
          lastName,
          firstName,
          gender: 'Male',
          dob: birthday,
          guardianModel,
          consents: childConsents,
        },
      });
    const draft = await givenDraft(desk, 'review', { browser, ...first });
    const { body } = await confirm(draft);
    const [token = ''] = await tokensOf(draft.id);
    const guardian = createBrowser(desk.server.url);
    const { body: shown } = await ask(guardian, 'guardian.notice', { params: { token } });
    await ask(guardian, 'guardian.agree', {
      params: { token },
      body: { subject: shown['subject'], version: consentVersion },
    });
    const isWaitedFor = async () =>
      (await databasePool().query('select from guardian_waits where object_id = $1', [draft.id])).rows.length > 0;
    const saysSo = async (orderId: unknown) => {
      const order = await ask(browser, 'order.get', { params: { id: String(orderId) } });
      return Reflect.get(Object(order.body['orderItems'])[0], 'guardianWait');
    };
    const agreed = [await isWaitedFor(), await saysSo(body['orderId'])];

    await ask(browser, 'order.giveUp', { params: { id: String(body['orderId']), status: 'PaymentExpired' }, body: {} });
    const changed = await ask(browser, 'postTest.saveDraft', {
      body: { ...filled(draft.board, 'review', second), id: draft.id },
    });
    const again = await confirm(draft);

    expect([changed.status, again.status], changed.text + again.text).toEqual([200, 200]);
    expect([agreed, await isWaitedFor()]).toEqual([[false, null], true]);
    expect(await saysSo(again.body['orderId'])).toMatchObject({ hasObjected: false });
  });

  it('under 14 is refused until the account has saved the child with a guardian; from the fourteenth birthday it is not asked [PIPL-31]', async () => {
    const browser = await givenSignedIn(desk.server.url);
    const { lastName, firstName } = aPerson();
    const child = await givenDraft(desk, 'review', { browser, lastName, firstName, birthday: '2012-11-21' });
    const older = await givenDraft(desk, 'review', { ...aPerson(), browser, birthday: '2012-11-20' });
    const person = { idType: 'Passport', lastName, firstName, gender: 'Male', dob: '2012-11-21' };
    const guardianModel = {
      name: '王建国',
      idType: 'Passport',
      idNo: 'G12345678',
      mobile: '13712345678',
      type: 'Father',
    };
    const add = (name: object) =>
      ask(browser, 'candidate.add', {
        body: { ...person, idNo: `E${randomDigits(8)}`, guardianModel, consents: childConsents, ...name },
      });

    const refused = await confirm(child);
    await add({ firstName: 'ELSE' });
    const another = await confirm(child);
    const { body: abroad } = await add({ guardianModel: { ...guardianModel, mobile: '+85291234568' } });
    const lost = await confirm(child);
    await databasePool().query('update candidate set deleted_at = app_now() where id = $1', [abroad['id']]);
    await add({});
    const accepted = await confirm(child);

    for (const { status, body } of [refused, another])
      expect([status, body['fieldCodes']]).toEqual([412, { birthday: 'GUARDIAN_NOT_SAVED' }]);
    expect(lost.body['fieldCodes']).toEqual({ birthday: 'GUARDIAN_MOBILE_ABROAD' });
    expect([accepted.status, (await confirm(older)).status], accepted.text).toEqual([200, 200]);
  });
});
