import { consentVersion, statementsFor } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { databasePool } from '#platform/database';
import { ask, givenSignedIn, type SignedIn } from '#testing';
import { givenMinor, givenProduct, request, useDesk, work } from '#testing/bookings-desk';

const desk = useDesk();

/** Asks for a booking for a child. @returns how many were told of it as the guardian. */
async function toldOf(browser: SignedIn, mobile: string): Promise<number> {
  const product = await givenProduct();
  const candidateId = await givenMinor(browser, mobile);
  const asked = await ask(browser, 'booking.submit', { body: request(product, candidateId, { leaveAlone: false }) });
  expect(asked.status, asked.text).toBe(200);
  await work();
  const { rows } = await databasePool().query(
    `select from guardian_case known join guardian_answer answer on answer.case_id = known.id
     join message on message.id = answer.message_id
     where known.sitting = $1 and message.kind = 'guardianNotice'`,
    [asked.body['bookingId']],
  );
  return rows.length;
}

describe('a booking for a child', () => {
  it('is told to the guardian whose number is not the account’s, and to no other [PIPL-31]', async () => {
    const browser = await givenSignedIn(desk.server.url);

    const told = [await toldOf(browser, `137${randomDigits(8)}`), await toldOf(browser, browser.phone)];

    expect(told).toEqual([1, 0]);
  });

  it('under 14 is not asked for without a guardian, one who can be asked, or without what the guardian declares [PIPL-31 R-31]', async () => {
    const browser = await givenSignedIn(desk.server.url);
    const product = await givenProduct();
    const candidateId = await givenMinor(browser, `137${randomDigits(8)}`);
    const whole = request(product, candidateId, { leaveAlone: false });
    const consents = statementsFor(true)
      .filter((statementId) => statementId !== 'guardianship')
      .map((statementId) => ({ statementId, version: consentVersion }));

    const undeclared = await ask(browser, 'booking.submit', { body: { ...whole, consents } });
    await databasePool().query('delete from candidate_guardian where candidate_id = $1', [candidateId]);
    const alone = await ask(browser, 'booking.submit', { body: whole });

    expect([undeclared.status, undeclared.body['fieldCodes']]).toEqual([412, { consents: 'CONSENT_INCOMPLETE' }]);
    expect([alone.status, Object.values(Object(alone.body['fieldCodes']))]).toEqual([412, ['GUARDIAN_REQUIRED']]);
    const lost = await givenMinor(browser, '+85291234568');
    const abroad = await ask(browser, 'booking.submit', { body: request(product, lost, { leaveAlone: false }) });
    expect(abroad.body['fieldCodes']).toEqual({ 'applicationGuardian.mobile': 'GUARDIAN_MOBILE_ABROAD' });
    expect((await databasePool().query('select from booking where product_id = $1', [product.productId])).rows).toEqual(
      [],
    );
  });
});
