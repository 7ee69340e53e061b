import { describe, expect, it } from 'vitest';
import { ask, askStaff, givenExam, givenStaff } from '#testing';
import { givenAsked, givenPaid, renameGuardian, tokenOf, useGuardians } from './guardian.testing.ts';
import { meddle, submission } from './world.testing.ts';

const { world, calls } = useGuardians();
const { agree } = calls;

const reason = 'The passport says so.';

describe('a child under 14 whose guardian has not agreed', () => {
  const older = { dob: '2011-05-06' };

  it('is not made older by staff, nor by the account under the same document, until they have; then it may be [PIPL-31]', async () => {
    const line = await givenPaid(world);
    const { applicationId, browser, candidateId } = line;
    const officer = await givenStaff(world.consoleUrl);
    const correctIt = () =>
      askStaff(officer, 'applications.correct', {
        params: { id: applicationId },
        body: { version: 1, changes: older, reason },
      });
    const submitIt = async () =>
      await ask(browser, 'application.submit', { body: submission(await givenExam(), candidateId, 'child') });
    await renameGuardian(line, line.mobile, older);

    const refused = [await correctIt(), await submitIt()];
    await agree(await tokenOf(line));
    const allowed = [await submitIt(), await correctIt()];

    expect(refused.map(({ body }) => body['fieldCodes'])).toEqual([
      { dob: 'AGREEMENT_MISSING' },
      { candidateId: 'AGREEMENT_MISSING' },
    ]);
    expect(
      allowed.map(({ status }) => status < 300),
      allowed.map(({ text }) => text).join(' '),
    ).toEqual([true, true]);
  });

  it('who is registered again while staff make them older counts as under 14 in one of the two: never unasked in both [PIPL-31]', async () => {
    const unasked: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      const line = await givenPaid(world);
      const officer = await givenStaff(world.consoleUrl);
      await renameGuardian(line, line.browser.phone, older);
      const exam = await givenExam();
      const [corrected, submitted] = await Promise.all([
        askStaff(officer, 'applications.correct', {
          params: { id: line.applicationId },
          body: { version: 1, changes: older, reason },
        }),
        ask(line.browser, 'application.submit', { body: submission(exam, line.candidateId, 'child') }),
      ]);
      if (corrected.status < 300 || submitted.status < 300) unasked.push([corrected.text, submitted.text]);
    }

    expect(unasked).toEqual([]);
  });

  it('who has had a birthday since is as old as that: the date is the same [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await meddle(`update application set class_when_made = 11 where id = $1`, [line.applicationId]);

    const again = await ask(line.browser, 'application.submit', {
      body: submission(await givenExam(), line.candidateId, 'child'),
    });

    expect(again.status, again.text).toBe(200);
  });
});
