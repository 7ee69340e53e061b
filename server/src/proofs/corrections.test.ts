import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askStaff, givenSignedIn, givenStaff, type SignedIn } from '#testing';
import { correct } from './correction.testing.ts';
import { addCandidate, addToCart, meddle, openWorld, payOrder, placeOrder, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Asks for a correction. @returns the request's id. */
async function asked(browser: SignedIn, about: object): Promise<string> {
  const wish = 'The given name has one letter too many.';
  const { body, status, text } = await ask(browser, 'rights.askCorrection', { body: { wish, ...about } });
  expect(status, text).toBe(200);
  return String(body['id']);
}

describe('a correction that was asked for', () => {
  it('is not answered while nothing of the person was corrected since it came: neither by what was corrected before, nor of somebody else, nor by saving the same again [PIPL-46 PIPL-50]', async () => {
    const browser = await givenSignedIn(world.url);
    const candidateId = await addCandidate(browser);
    const id = await asked(browser, { candidateId });
    const sibling = await addCandidate(browser, 'child');
    const staff = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const answered = async () => {
      const { body } = await askStaff(staff, 'rights.page', { params: { id } });
      const answer = await askStaff(staff, 'rights.answer', {
        params: { id },
        body: { version: 1, answer: 'It is corrected.' },
      });
      return [body['isUncorrected'], answer.status, answer.body['code'], answer.body['userMessage']];
    };

    const untouched = await answered();
    await correct(browser, sibling, { firstName: 'LELE' });
    await correct(browser, candidateId, {});
    const asBefore = await answered();
    await correct(browser, candidateId);
    const corrected = await answered();
    const later = await asked(browser, { candidateId });
    await meddle(`update candidate set updated_at = updated_at - interval '1 second' where id = $1`, [candidateId]);
    const tooEarly = await askStaff(staff, 'rights.answer', {
      params: { id: later },
      body: { version: 1, answer: 'It is corrected.' },
    });

    const refusal = [true, 412, 'NOTHING_CORRECTED', expect.stringMatching(/refuse with a reason/)];
    expect([untouched, asBefore, tooEarly.body['code']]).toEqual([refusal, refusal, 'NOTHING_CORRECTED']);
    expect(corrected.slice(0, 2)).toEqual([false, 204]);
  });

  it('is answered once staff corrected the registration, whether it was about the person or about the account [PIPL-46]', async () => {
    const browser = await givenSignedIn(world.url);
    const line = await addToCart(browser);
    await payOrder(browser, world.bank, await placeOrder(browser, line));
    const { candidateId, applicationId } = line;
    const staff = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'supportAgent'] });
    const [ofPerson, ofAccount] = [await asked(browser, { candidateId }), await asked(browser, {})];
    const waits = async (id: string) =>
      (await askStaff(staff, 'rights.page', { params: { id } })).body['isUncorrected'];
    const before = [await waits(ofPerson), await waits(ofAccount)];

    const { version } = (await askStaff(officer, 'applications.get', { params: { id: applicationId } })).body;
    const corrected = await askStaff(officer, 'applications.correct', {
      params: { id: applicationId },
      body: { version, changes: { firstName: 'XIAOXIAO' }, reason: 'The passport says so' },
    });

    expect(corrected.status, corrected.text).toBeLessThan(300);
    expect([before, await waits(ofPerson), await waits(ofAccount)]).toEqual([[true, true], false, false]);
  });
});
