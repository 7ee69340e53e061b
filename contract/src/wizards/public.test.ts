import { describe, expect, it } from 'vitest';
import { emptyPublicDraft, forStorage, publicJumps, publicStepIds, publicSteps, replayPublic } from './public.ts';
import type { PublicDraft, PublicStep } from './public.ts';
import { after, before, cleared, guard, progress, pruned, shown } from './wizard.ts';

const pickupPerson = { name: '李娜', idType: 'IDCard', idNo: '310115201202290020', mobile: '13800001234' } as const;
const adult: PublicDraft = {
  ...emptyPublicDraft,
  productId: 'product',
  hasReadNotice: true,
  subjects: [['subject']],
  sittings: [{ subjectIds: ['subject'], sessionId: 'session', sessionSubjectIds: ['paper'] }],
  candidateIds: ['zhang'],
  formAnswers: {},
};
const child: PublicDraft = { ...adult, candidateIds: ['zhang', 'ming'], minorIds: ['ming'] };
const log = (...names: string[]) => names.map((stepName) => ({ stepName, jsonResult: '{}' }));
const adultLog = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];

describe('the Public wizard', () => {
  it('has eight steps for a minor and seven for adults [R-34]', () => {
    expect(publicSteps.map((step) => step.id)).toEqual(publicStepIds);
    expect(shown(publicSteps, child)).toEqual(publicStepIds);
    expect(shown(publicSteps, adult)).toEqual(publicStepIds.filter((id) => id !== 'leaveType'));
  });

  it('advances two steps from the exam information when nobody is a minor, and back likewise [R-34 rule:wizard.examInfo_advances_2_or_1]', () => {
    expect([after(publicSteps, adult, 'examInfo'), after(publicSteps, child, 'examInfo')]).toEqual([
      'confirmExam',
      'leaveType',
    ]);
    expect([before(publicSteps, adult, 'confirmExam'), before(publicSteps, child, 'confirmExam')]).toEqual([
      'examInfo',
      'leaveType',
    ]);
    expect([before(publicSteps, adult, 'needToKnow'), after(publicSteps, adult, 'completed')]).toEqual([null, null]);
  });

  it('marks earlier steps complete and shows no grey leave step to adults [R-34]', () => {
    const bar = progress(publicSteps, adult, 'examInfo').map((step) => step.state);
    expect(bar).toEqual(['complete', 'complete', 'complete', 'complete', 'current', 'upcoming', 'upcoming']);
  });

  it('opens the first unfinished step to who asks for a later one', () => {
    expect(guard(publicSteps, emptyPublicDraft, 'confirmExam')).toBe('needToKnow');
    expect(guard(publicSteps, adult, 'confirmExam')).toBe('confirmExam');
    expect(guard(publicSteps, child, 'confirmExam')).toBe('leaveType');
    expect(guard(publicSteps, adult, 'completed')).toBe('confirmExam');
    expect(guard(publicSteps, adult, 'leaveType')).toBe('confirmExam');
    expect(guard(publicSteps, { ...adult, applicationIds: ['a'] }, 'completed')).toBe('completed');
  });

  it('needs a session for each of several subjects [R-36]', () => {
    const two = { ...adult, subjects: [['subject'], ['first paper', 'second paper']] };
    expect(guard(publicSteps, two, 'candidateInfo')).toBe('selectSession');
    const second = { subjectIds: ['first paper', 'second paper'], sessionId: 'session', sessionSubjectIds: ['a', 'b'] };
    expect(guard(publicSteps, { ...two, sittings: [...two.sittings, second] }, 'candidateInfo')).toBe('candidateInfo');
  });

  it('asks for a candidate type where the family splits its subjects [R-07 R-87 rule:exam.candidate_type_required]', () => {
    const split = { ...adult, needsCandidateType: true };
    expect(guard(publicSteps, split, 'examInfo')).toBe('selectSubject');
    expect(guard(publicSteps, { ...split, candidateType: 'ACCA' }, 'examInfo')).toBe('examInfo');
  });

  it('needs a way of leaving for every minor, with the person when one is authorised [R-30]', () => {
    const chosen = (leave: PublicDraft['leave']) => guard(publicSteps, { ...child, leave }, 'confirmExam');
    expect(chosen({ ming: { choice: 'AuthorisedPersonPicksUp', pickupPerson: null } })).toBe('leaveType');
    expect(chosen({ ming: { choice: 'AuthorisedPersonPicksUp', pickupPerson } })).toBe('confirmExam');
    expect(chosen({ ming: { choice: 'LeavesAlone', pickupPerson: null } })).toBe('confirmExam');
  });

  it('keeps later data that is still valid when information is changed [R-36 rule:wizard.change-info_jumps]', () => {
    const isValid = (id: PublicStep) => id !== 'selectSession';
    const kept = pruned(publicSteps, child, { isValid, empty: emptyPublicDraft });
    expect(kept).toEqual({ ...child, sittings: [] });
    expect(publicJumps).toEqual(['selectSubject', 'candidateInfo', 'examInfo']);
  });

  it('can clear a step and all that later ones fill [rule:wizard.clearing_resets]', () => {
    expect(cleared(publicSteps, child, { to: 'candidateInfo', empty: emptyPublicDraft })).toEqual({
      ...child,
      candidateIds: [],
      minorIds: [],
      formAnswers: null,
    });
  });

  it('keeps document numbers and health texts out of the browser’s storage [R-35]', () => {
    const leave = { ming: { choice: 'AuthorisedPersonPicksUp', pickupPerson } } as const;
    const health = { specialArrangement: { yes: true, reason: 'extra time' } };
    const stored = forStorage({ ...child, leave, formAnswers: health });
    expect(JSON.stringify(stored)).not.toMatch(/310115|extra time|13800001234/);
    expect(guard(publicSteps, stored, 'confirmExam')).toBe('examInfo');
    expect(forStorage(adult)).toEqual(adult);
  });
});

describe('the step log of a submission', () => {
  it('is accepted in order, with the leave step exactly when a candidate is a minor [R-34]', () => {
    expect(replayPublic(false, log(...adultLog))).toEqual({ ok: true });
    expect(replayPublic(false, log(...adultLog, 'confirmExam'))).toEqual({ ok: true });
    expect(replayPublic(true, log(...adultLog, 'leaveType'))).toEqual({ ok: true });
    expect(replayPublic(true, log(...adultLog, 'leaveType', 'confirmExam'))).toEqual({ ok: true });
    expect(replayPublic(true, log(...adultLog))).toEqual({ ok: false, code: 'STEP_MISSING', stepName: 'leaveType' });
    expect(replayPublic(true, log(...adultLog, 'confirmExam'))).toMatchObject({ code: 'STEP_OUT_OF_ORDER' });
    expect(replayPublic(false, log(...adultLog, 'leaveType'))).toMatchObject({ code: 'STEP_OUT_OF_ORDER' });
  });

  it('is refused when a step lacks, comes twice, is unknown or unreadable', () => {
    expect(replayPublic(false, [])).toEqual({ ok: false, code: 'STEP_MISSING', stepName: 'needToKnow' });
    expect(replayPublic(false, log('selectSubject'))).toMatchObject({
      code: 'STEP_OUT_OF_ORDER',
      stepName: 'selectSubject',
    });
    expect(replayPublic(false, log('needToKnow', 'needToKnow'))).toMatchObject({ code: 'STEP_OUT_OF_ORDER' });
    expect(replayPublic(false, log('step-3'))).toMatchObject({ code: 'STEP_UNKNOWN' });
    expect(replayPublic(false, [{ stepName: 'needToKnow', jsonResult: '{' }])).toMatchObject({
      code: 'STEP_UNREADABLE',
    });
  });
});
