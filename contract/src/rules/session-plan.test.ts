import { describe, expect, it } from 'vitest';
import { instantOf } from './china-date.ts';
import {
  movedPlan,
  type PaperPlan,
  planProblems,
  type SessionPattern,
  type SessionPlan,
  sessionsAtOnce,
  sessionsOfPattern,
  sittingOf,
} from './session-plan.ts';

const paper: PaperPlan = {
  subjectId: 'm1',
  startTime: '09:00',
  endTime: '10:20',
  localFee: 60_000,
  boardFee: 35_000,
  vat: 5_700,
  tierFees: [],
  lateCharges: [],
};
const plan: SessionPlan = {
  examDate: '2027-03-20',
  publishStartAt: instantOf('2027-01-10', '09:00'),
  publishEndAt: instantOf('2027-03-13', '17:00'),
  papers: [paper],
};
const now = '2027-01-01T00:00:00.000Z';

const problems = (change: Partial<SessionPlan>, at = now) =>
  planProblems({ ...plan, ...change }, at).map(({ field, code }) => `${field} ${code}`);
const ofPaper = (change: Partial<PaperPlan>) => problems({ papers: [{ ...paper, ...change }] });

describe('the plan of a session', () => {
  it('sits from the start of its first paper to the end of its last, in whatever order they are listed', () => {
    const papers = [
      { startTime: '14:00', endTime: '15:20' },
      { startTime: '09:00', endTime: '10:20' },
      { startTime: '10:45', endTime: '12:05' },
    ];
    expect(sittingOf(papers)).toEqual({ startTime: '09:00', endTime: '15:20' });
  });

  it('is in the future until its first paper begins [9.7]', () => {
    const later = { ...paper, subjectId: 'm2', startTime: '10:45', endTime: '12:05' };
    const begins = instantOf('2027-03-20', '09:00');

    expect(problems({ papers: [later, paper] }, '2027-03-20T00:59:59.999Z')).toEqual([]);
    expect(problems({ papers: [later, paper] }, begins)).toEqual(['examDate SESSION_DATE_PAST']);
  });

  it('opens before it closes, and closes when it begins at the latest [9.7]', () => {
    const begins = instantOf('2027-03-20', '09:00');

    expect(problems({ publishEndAt: begins })).toEqual([]);
    expect(problems({ publishEndAt: instantOf('2027-03-20', '09:01') })).toEqual(['publishEndAt SESSION_WINDOW']);
    expect(problems({ publishStartAt: plan.publishEndAt })).toEqual(['publishEndAt SESSION_WINDOW']);
  });

  it('has papers that end after they begin, each subject once', () => {
    expect(ofPaper({ endTime: '09:00' })).toEqual(['papers.0.endTime SESSION_TIMES']);
    expect(problems({ papers: [paper, { ...paper, startTime: '10:45', endTime: '12:05' }] })).toEqual([
      'papers SUBJECT_TWICE',
    ]);
    expect(problems({ papers: [paper, { ...paper, subjectId: 'm2', endTime: '08:00' }] })).toEqual([
      'papers.1.endTime SESSION_TIMES',
    ]);
  });

  it.each([
    [
      'one after the other, the last open',
      [
        [1, 4, 60_000],
        [5, 9, 55_200],
        [10, null, 48_000],
      ],
      true,
    ],
    [
      'of one registration only',
      [
        [1, 1, 60_000],
        [2, null, 55_200],
      ],
      true,
    ],
    [
      'with a gap',
      [
        [1, 4, 60_000],
        [6, null, 55_200],
      ],
      false,
    ],
    [
      'that overlap',
      [
        [1, 5, 60_000],
        [5, null, 55_200],
      ],
      false,
    ],
    [
      'behind an open one',
      [
        [1, null, 60_000],
        [1, null, 55_200],
      ],
      false,
    ],
    ['from none', [[0, 4, 60_000]], false],
    ['that end before they begin', [[3, 2, 60_000]], false],
    ['dearer than the fee', [[1, null, 60_001]], false],
  ] as const)('takes tiers %s: %s %s [R-51]', (_, tiers, isRight) => {
    const tierFees = tiers.map(([from, to, localFee]) => ({ from, to, localFee }));
    expect(ofPaper({ tierFees })).toEqual(isRight ? [] : ['papers.0.tierFees TIERS_WRONG']);
  });

  const opens = plan.publishStartAt;
  const closes = plan.publishEndAt;
  const middle = instantOf('2027-02-20');
  const standard = { stage: 'Standard', fee: 0, startAt: opens, endAt: middle } as const;
  const late = { stage: 'Late1', fee: 130_000, startAt: middle, endAt: closes } as const;
  it.each([
    ['that follow each other', [standard, late], true],
    ['a second apart', [standard, { ...late, startAt: '2027-02-19T16:00:01.000Z' }], true],
    ['more than a second apart', [standard, { ...late, startAt: '2027-02-19T16:00:01.001Z' }], false],
    ['that overlap', [standard, { ...late, startAt: '2027-02-19T15:59:59.999Z' }], false],
    [
      'in another sequence',
      [
        { ...standard, stage: 'Late1' },
        { ...late, stage: 'Standard' },
      ],
      false,
    ],
    ['twice the same', [{ ...standard, stage: 'Late1' }, late], false],
    ['one of them empty', [{ ...late, startAt: closes }], false],
    ['that end a moment before registration', [{ ...late, endAt: '2027-03-13T08:59:59.999Z' }], false],
    ['that go on after registration', [{ ...late, endAt: '2027-03-13T09:00:00.001Z' }], true],
  ] as const)('takes stages of late entry %s: %j %s [R-59]', (_, lateCharges, isRight) => {
    expect(ofPaper({ lateCharges })).toEqual(isRight ? [] : ['papers.0.lateCharges LATE_STAGES_WRONG']);
  });

  it('moves with its exam by whole days, with the stages of late entry', () => {
    const moved = movedPlan(
      { ...plan, papers: [{ ...paper, lateCharges: [late] }] },
      { examDate: '2027-03-27', days: 7 },
    );

    expect(moved).toMatchObject({
      examDate: '2027-03-27',
      publishStartAt: instantOf('2027-01-17', '09:00'),
      publishEndAt: instantOf('2027-03-20', '17:00'),
    });
    expect(moved.papers[0]?.lateCharges[0]).toMatchObject({
      startAt: instantOf('2027-02-27'),
      endAt: instantOf('2027-03-20', '17:00'),
    });
  });
});

describe('a pattern of sessions', () => {
  const { lateCharges: _, ...planned } = paper;
  const pattern: SessionPattern = {
    from: '2027-03-01',
    to: '2027-03-14',
    weekdays: [6, 0],
    venueIds: ['v1', 'v2'],
    skipsHolidays: false,
    opensDaysBefore: 60,
    opensAt: '09:00',
    closesDaysBefore: 7,
    closesAt: '17:00',
    late: null,
    papers: [planned],
  };
  const dates = (change: Partial<SessionPattern>, isHoliday = (_date: string) => false) =>
    sessionsOfPattern({ ...pattern, ...change }, isHoliday).map(({ examDate, venueId }) => `${examDate} ${venueId}`);

  it('is one on each of its days at each venue, its first and last day included', () => {
    expect(dates({ from: '2027-03-06', venueIds: ['v1'] })).toEqual([
      '2027-03-06 v1',
      '2027-03-07 v1',
      '2027-03-13 v1',
      '2027-03-14 v1',
    ]);
    expect(dates({ weekdays: [3] })).toEqual(['2027-03-03 v1', '2027-03-03 v2', '2027-03-10 v1', '2027-03-10 v2']);
  });

  it('leaves public holidays out only where it says so', () => {
    const isHoliday = (date: string) => date === '2027-03-06';
    expect(dates({ venueIds: ['v1'], skipsHolidays: true }, isHoliday)[0]).toBe('2027-03-07 v1');
    expect(dates({ venueIds: ['v1'] }, isHoliday)[0]).toBe('2027-03-06 v1');
  });

  it('stops at one more than may be made at once', () => {
    const venueIds = Array.from({ length: 600 }, (_, at) => `v${at}`);
    expect(dates({ venueIds })).toHaveLength(sessionsAtOnce + 1);
    expect(sessionsAtOnce).toBe(500);
  });

  it('opens, becomes dearer and closes so many days before each exam [R-59]', () => {
    const [first] = sessionsOfPattern({ ...pattern, late: { daysBefore: 14, fee: 130_000 } }, () => false);

    expect(first).toMatchObject({
      examDate: '2027-03-06',
      publishStartAt: instantOf('2027-01-05', '09:00'),
      publishEndAt: instantOf('2027-02-27', '17:00'),
    });
    expect(first?.papers[0]?.lateCharges).toEqual([
      { stage: 'Standard', fee: 0, startAt: instantOf('2027-01-05', '09:00'), endAt: instantOf('2027-02-20') },
      { stage: 'Late1', fee: 130_000, startAt: instantOf('2027-02-20'), endAt: instantOf('2027-02-27', '17:00') },
    ]);
    expect(sessionsOfPattern(pattern, () => false)[0]?.papers[0]?.lateCharges).toEqual([]);
  });
});
