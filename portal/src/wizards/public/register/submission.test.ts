import { adultStatements, minorStatements } from '@exam/contract/rules';
import { emptyPublicDraft, replayPublic, type PublicDraft } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../app/catalogue.ts';
import { stepLog } from '../../parts/wizard.ts';
import { submissionOf } from './submission.ts';
import { publicWizard } from '../wizard.ts';

const person = {
  name: '李强',
  idType: 'Passport' as const,
  idNo: 'E12345678',
  mobile: '13800138000',
  isFourteenOrOlder: true,
};
const draft: PublicDraft = {
  ...emptyPublicDraft,
  productId: 'p',
  hasReadNotice: true,
  subjects: [['s1', 's2'], ['s3']],
  sittings: [
    { subjectIds: ['s1', 's2'], sessionId: 'x', sessionSubjectIds: ['a', 'b'] },
    { subjectIds: ['s3'], sessionId: 'y', sessionSubjectIds: ['c'] },
  ],
  candidateIds: ['grown', 'child'],
  minorIds: ['child'],
  formAnswers: {},
  leave: { child: { choice: 'AuthorisedPersonPicksUp', pickupPerson: person } },
};
const product = { id: 'p', registrationTemplateId: null, recipient: null } as unknown as Product;

describe('what the wizard sends', () => {
  it('makes one entry for each candidate with the statements of the age [R-30 R-31]', () => {
    const { entries } = submissionOf(draft, product);
    expect(entries.map((entry) => entry.consents?.map((each) => each.statementId))).toEqual([
      [...adultStatements],
      [...minorStatements],
    ]);
    expect(entries[0]).toMatchObject({ candidateId: 'grown', leaveAlone: null, applicationPickupPerson: null });
    expect(entries[1]).toMatchObject({
      leaveAlone: false,
      applicationPickupPerson: { name: '李强', isFourteenOrOlder: true },
    });
  });

  it('names each subject and session once, a combined set by its first paper [R-36]', () => {
    expect(submissionOf(draft, product).sittings).toEqual([
      { session: { id: 'x' }, subject: { id: 's1' } },
      { session: { id: 'y' }, subject: { id: 's3' } },
    ]);
  });

  it('says which record of the recipient the statements to pass data on were read in [PIPL-39]', () => {
    const named = { ...product, recipient: { version: 4 } } as unknown as Product;
    const { entries } = submissionOf(draft, named);
    const versions = entries.map(({ consents = [] }) =>
      consents.flatMap(({ statementId, recipientVersion }) =>
        recipientVersion === undefined ? [] : [[statementId, recipientVersion]],
      ),
    );

    expect(versions).toEqual([[['awardingBody', 4]], [['childAwardingBody', 4]]]);
  });

  it.each([
    ['GuardianPicksUp', false],
    ['LeavesAlone', true],
  ] as const)('says %s as leaveAlone %s without a person [R-30 field:Departure.leaveAlone]', (choice, leaveAlone) => {
    const { entries } = submissionOf({ ...draft, leave: { child: { choice, pickupPerson: null } } }, product);
    expect(entries[1]).toMatchObject({ leaveAlone, applicationPickupPerson: null });
  });

  it('logs every step gone through in order, and skips the leave step of adults [R-34 rule:wizard.step_logged_with_JSON]', () => {
    expect(replayPublic(true, stepLog(publicWizard, draft))).toEqual({ ok: true });
    const adults = { ...draft, candidateIds: ['grown'], minorIds: [] };
    expect(replayPublic(false, stepLog(publicWizard, adults))).toEqual({ ok: true });
    expect(stepLog(publicWizard, adults).map((step) => step.stepName)).not.toContain('leaveType');
  });

  it('keeps document numbers of pickup persons out of the log [R-35]', () => {
    expect(JSON.stringify(stepLog(publicWizard, draft))).not.toContain('E12345678');
  });

  it('sends the answers of a form only where the product has one', () => {
    expect(submissionOf(draft, product).testInfo.formJson).toBeNull();
    const withForm = { ...product, registrationTemplateId: 't' };
    const answers = { accaNumbers: ['1234567'] };
    expect(submissionOf({ ...draft, formAnswers: answers }, withForm).testInfo.formJson).toBe(JSON.stringify(answers));
  });
});
