import { describe, expect, it } from 'vitest';
import { type CatalogueContent, type CatalogueFees, catalogueProblems, stagesOfSession } from './catalogue-plan.ts';
import { planProblems } from './session-plan.ts';
import { policyWith, seedRefundPolicy, termsOf } from './refund-policy.ts';

const fees: CatalogueFees = {
  localFee: 45_000,
  boardFee: 95_334,
  vat: 9_666,
  tierFees: [
    { from: 1, to: 4, localFee: 45_000 },
    { from: 5, to: 9, localFee: 41_400 },
    { from: 10, to: null, localFee: 36_000 },
  ],
  lateStages: [
    { stage: 'Standard', fee: 0, untilDaysBefore: 28 },
    { stage: 'Late1', fee: 60_000, untilDaysBefore: 14 },
    { stage: 'Late2', fee: 130_000, untilDaysBefore: null },
  ],
};
const names = { code: 'F5', nameEn: 'Performance Management', nameZh: '业绩管理' };
const subject = (change: Partial<Extract<CatalogueContent, { kind: 'subject' }>> = {}): CatalogueContent => ({
  kind: 'subject',
  ...names,
  validFrom: null,
  validTo: null,
  fees,
  ...change,
});
const product = (change: Partial<Extract<CatalogueContent, { kind: 'product' }>> = {}): CatalogueContent => ({
  kind: 'product',
  ...names,
  summaryEn: 'A paper.',
  summaryZh: '一门考试。',
  specialNoticeEn: null,
  specialNoticeZh: null,
  category: 'Public',
  access: 'open',
  formNumber: null,
  externalUrl: null,
  offices: [{ officeId: 'a' }],
  refundPolicy: null,
  tariff: null,
  ...change,
});
const problems = (content: CatalogueContent) => catalogueProblems(content).map(({ field, code }) => `${field} ${code}`);

describe('a subject in the catalogue', () => {
  it('is right with group prices from one person on and stages in their order [R-51 R-59]', () => {
    expect(problems(subject())).toEqual([]);
    expect(problems(subject({ fees: null }))).toEqual([]);
    expect(problems(subject({ fees: { ...fees, tierFees: [], lateStages: [] } }))).toEqual([]);
  });

  it('has group prices without gap, overlap, end or a dearer group [R-51]', () => {
    const [one = fees.tierFees[0], two, three] = fees.tierFees;
    const wrong = [
      [one, { ...two, from: 6 }, three],
      [one, { ...two, from: 4 }, three],
      [one, two, { ...three, to: 20 }],
      [{ ...one, localFee: 44_999 }, two, three],
      [{ ...one, from: 2 }, two, three],
      [one, { ...two, localFee: 45_001 }, three],
      [{ ...one, to: null }, two, three],
    ] as CatalogueFees['tierFees'][];

    for (const tierFees of wrong)
      expect(problems(subject({ fees: { ...fees, tierFees } })), JSON.stringify(tierFees)).toEqual([
        'fees.tierFees CATALOGUE_TIERS',
      ]);
  });

  it('has late stages in order, each nearer to the exam, the last until registration ends, the early ones free [R-59]', () => {
    const [standard, late, later] = fees.lateStages;
    const wrong = [
      [late, standard, later],
      [standard, { ...late, untilDaysBefore: 28 }, later],
      [standard, late, { ...later, untilDaysBefore: 3 }],
      [standard, { ...late, untilDaysBefore: null }, later],
      [{ ...standard, fee: 1 }, late, later],
      [standard, late, { ...later, fee: 59_999 }],
      [standard, late, { ...later, stage: 'Late1' }],
    ] as CatalogueFees['lateStages'][];

    for (const lateStages of wrong)
      expect(problems(subject({ fees: { ...fees, lateStages } })), JSON.stringify(lateStages)).toEqual([
        'fees.lateStages CATALOGUE_STAGES',
      ]);
  });

  it('is named in both languages and ends after it begins', () => {
    expect(problems(subject({ nameZh: ' ', nameEn: '' }))).toEqual([
      'nameEn CATALOGUE_NEEDED',
      'nameZh CATALOGUE_NEEDED',
    ]);
    expect(problems(subject({ nameZh: 'Performance' }))).toEqual(['nameZh CATALOGUE_NO_CHINESE']);
    expect(problems(subject({ nameZh: 'ACCA', nameEn: 'ACCA' }))).toEqual([]);
    expect(problems(subject({ validFrom: '2027-01-02', validTo: '2027-01-01' }))).toEqual(['validTo CATALOGUE_DATES']);
  });
});

describe('a product in the catalogue', () => {
  it('says everything in both languages or not at all', () => {
    expect(problems(product())).toEqual([]);
    expect(problems(product({ summaryZh: '' }))).toEqual(['summaryZh CATALOGUE_NEEDED']);
    expect(problems(product({ specialNoticeEn: 'Bring a pencil.' }))).toEqual([
      'specialNoticeZh CATALOGUE_BOTH_LANGUAGES',
    ]);
  });

  it('has what its way of registering needs', () => {
    expect(problems(product({ category: 'Booking' }))).toEqual([
      'formNumber CATALOGUE_FORM',
      'tariff CATALOGUE_TARIFF',
    ]);
    expect(problems(product({ category: 'Booking', access: 'opensSoon' }))).toEqual([]);
    expect(problems(product({ access: 'external' }))).toEqual(['externalUrl CATALOGUE_LINK']);
    expect(problems(product({ offices: [] }))).toEqual(['offices CATALOGUE_OFFICE_NEEDED']);
    expect(problems(product({ offices: [{ officeId: 'a' }, { officeId: 'a' }] }))).toEqual([
      'offices CATALOGUE_OFFICE_TWICE',
    ]);
  });

  it('gives nobody more back for asking late, and keeps the rows that are the same everywhere [R-72]', () => {
    const terms = termsOf();
    const rising = { ...terms, P2: { ...terms.P2, percent: terms.P1.percent + 1 } };
    const own = policyWith({ ...terms, P1: { percent: 70, workingDaysBefore: 8, documentsRequired: true } });

    expect(problems(product({ refundPolicy: rising }))).toEqual(['refundPolicy CATALOGUE_POLICY']);
    expect(own.find(({ row }) => row === 'P1')).toMatchObject({
      percent: 70,
      workingDaysBefore: 8,
      documentsRequired: true,
    });
    expect(own.filter(({ row }) => row !== 'P1')).toEqual(seedRefundPolicy.filter(({ row }) => row !== 'P1'));
    expect(policyWith(termsOf())).toEqual(seedRefundPolicy);
    const oneRow = seedRefundPolicy.filter(({ row }) => row !== 'B2');
    expect(termsOf(oneRow).B2).toEqual(termsOf(oneRow).B1);
    expect(termsOf([]).P1).toEqual({ percent: 0, workingDaysBefore: 0, documentsRequired: true });
    const booked = { ...terms, B2: { ...terms.B2, percent: terms.B1.percent + 1 } };
    expect(problems(product({ refundPolicy: booked }))).toEqual(['refundPolicy CATALOGUE_POLICY']);
  });
});

describe('the stages of a session by the catalogue', () => {
  const session = {
    examDate: '2027-03-20',
    publishStartAt: '2027-01-10T01:00:00.000Z',
    publishEndAt: '2027-03-13T09:00:00.000Z',
  };
  const stages = (change: Partial<typeof session>) => stagesOfSession(fees.lateStages, { ...session, ...change });

  it('follow one another without a gap from the opening to the close of registration [R-59]', () => {
    const made = stages({});
    const paper = { ...fees, subjectId: 'x', startTime: '09:00', endTime: '12:00', lateCharges: made };

    expect(made.map(({ stage, startAt, endAt }) => [stage, startAt, endAt])).toEqual([
      ['Standard', '2027-01-10T01:00:00.000Z', '2027-02-19T16:00:00.000Z'],
      ['Late1', '2027-02-19T16:00:00.000Z', '2027-03-05T16:00:00.000Z'],
      ['Late2', '2027-03-05T16:00:00.000Z', '2027-03-13T09:00:00.000Z'],
    ]);
    expect(planProblems({ ...session, papers: [paper] }, '2027-01-01T00:00:00.000Z')).toEqual([]);
  });

  it('leave out what would be over before registration opens, or begin after it has closed', () => {
    expect(stages({ publishStartAt: '2027-02-25T01:00:00.000Z' }).map(({ stage }) => stage)).toEqual([
      'Late1',
      'Late2',
    ]);
    expect(stages({ publishEndAt: '2027-03-01T09:00:00.000Z' }).map(({ stage }) => stage)).toEqual([
      'Standard',
      'Late1',
    ]);
  });
});
