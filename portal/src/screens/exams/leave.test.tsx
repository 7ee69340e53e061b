// @vitest-environment jsdom
import { named, press, pressNamed } from '@exam/ui/testing';
import { expect, it } from 'vitest';
import { fieldSentence } from '../../app/field-sentence.ts';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import { ruleWords } from '../../messages/rules.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();

/** Opens the change of how a child of twelve leaves, whom so far the guardian picks up. */
async function openLeave() {
  const given = portal().example('application.get');
  const applicationCandidate = { ...given.applicationCandidate, dob: '2014-05-06' };
  const registration = { ...given, applicationCandidate, leaveAlone: false, applicationPickupPerson: null };
  portal().says('application.get', () => ({ ...registration, canEditPickup: true }));
  const page = await open(portal(), `/candidate/application/${given.id}`);
  const { detail } = await examsWords.load('en');
  await pressNamed(portal(), page, detail.changeLeave);
  return page;
}

it('a guardian’s yes goes with a child who is to leave alone, and nothing is sent without it [R-27]', async () => {
  const { leave, leaveForm } = await applicationWords.load('en');
  const page = await openLeave();

  await pressNamed(portal(), page, leave.LeavesAlone);
  const sentBefore = [];
  for (const box of page.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    await pressNamed(portal(), page, leaveForm.save);
    sentBefore.push(portal().sent.length);
    await press(portal(), box);
  }
  await pressNamed(portal(), page, leaveForm.save);

  expect(sentBefore).toEqual([0, 0]);
  expect(portal().sent).toMatchObject([
    { name: 'application.changePickup', wrong: null, body: { leaveAlone: true, applicationPickupPerson: null } },
  ]);
});

it('what the server refuses is said where it was chosen, and the form stays', async () => {
  const { leave, leaveForm } = await applicationWords.load('en');
  const rules = await ruleWords.load('en');
  portal().refuses('application.changePickup', 422, { fieldCodes: { leaveAlone: 'LEAVE_ALONE_TOO_YOUNG' } });
  const page = await openLeave();

  await pressNamed(portal(), page, leave.GuardianPicksUp);
  await pressNamed(portal(), page, leaveForm.save);

  expect(page.textContent).toContain(fieldSentence(rules, 'LEAVE_ALONE_TOO_YOUNG'));
  expect(named(page, leaveForm.save)).toBeDefined();
});
