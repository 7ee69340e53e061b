import { describe, expect, it } from 'vitest';
import { postTestKinds } from '../entities/post-test.ts';
import { officialCalendar2026 } from './calendar-data.ts';
import { instantOf } from './china-date.ts';
import {
  componentRuleOf,
  componentsRefusal,
  correctionDays,
  gradesOfLines,
  hasMarkOutcome,
  hasUnitsEnough,
  isCashInCode,
  isCentreNumber,
  isComponentCode,
  isComponentOffered,
  isOfServiceAge,
  isRowRemovable,
  lateCashInAges,
  latestCloseAt,
  maxPostTestComponents,
  missingPostTestConsents,
  isContradictory,
  outcomeOfMarks,
  outcomeOfWritten,
  postTestConsentVersion,
  postTestStatementsOf,
  readCandidateNumber,
  type RecordedOutcome,
  windowStatusAt,
} from './post-test.ts';
import { cancellationRefund, gradeChangeRefund, pricePostTest, refusalRefund } from './post-test-fees.ts';
import { workingCalendar } from './working-days.ts';

const offered = [
  { id: 'a', isMandatory: false },
  { id: 'b', isMandatory: false },
];
const raised = { outcome: 'Raised', markBefore: '60', markAfter: '62' } as const;
const lowered = { outcome: 'Lowered', markBefore: '60', markAfter: '52' } as const;
const same = { outcome: 'Confirmed', markBefore: '60', markAfter: '60' } as const;
const against = { outcome: 'Raised', markBefore: '60', markAfter: '52' } as const;
/** What a row leaves out. */
const asked: {
  marks?: RecordedOutcome['components'];
  grades?: readonly [string | null, string | null];
  isGradeChanged?: boolean;
} = {};
const withMandatory = [{ id: 'a', isMandatory: true }, ...offered.slice(1)];

describe('what a service asks for', () => {
  it('is twenty components at most, an award for a late cash-in, and none for the merge of numbers [R-83]', () => {
    expect(maxPostTestComponents).toBe(20);
    expect(postTestKinds.filter((kind) => componentRuleOf(kind) === 'award')).toEqual(['lateCashIn']);
    expect(postTestKinds.filter((kind) => componentRuleOf(kind) === 'none')).toEqual(['uciMerge']);
  });

  it.each(postTestKinds)('%s is refused by its component rule exactly when it has to be [R-83 9.6#2]', (kind) => {
    // given nothing, something, something unknown, a missing mandatory one and too many
    const many = Array.from({ length: maxPostTestComponents + 1 }, (_, at) => ({ id: String(at), isMandatory: false }));
    const ids = many.map(({ id }) => id);

    // when each is checked
    const answers = [
      componentsRefusal(kind, [], offered),
      componentsRefusal(kind, ['a', 'b'], offered),
      componentsRefusal(kind, ['c'], offered),
      componentsRefusal(kind, ['b'], withMandatory),
      componentsRefusal(kind, ids, many),
      componentsRefusal(kind, ids.slice(1), many),
    ];

    // then the rule of the service decides
    const unknown = 'COMPONENT_NOT_OFFERED';
    const some = ['REQUIRED_FIELD', null, unknown, 'MANDATORY_MODULE', 'TOO_MANY_COMPONENTS', null];
    const expected = {
      some,
      award: [null, ...some.slice(1)],
      none: [null, unknown, unknown, unknown, 'TOO_MANY_COMPONENTS', unknown],
    };
    expect(answers).toEqual(expected[componentRuleOf(kind)]);
  });

  it('has consent texts for re-checks, reviews and scripts, and for passing the data on always [rule:post-test.consent_text]', () => {
    for (const kind of postTestKinds) expect(postTestStatementsOf(kind).at(-1), kind).toBe('passToBody');
    expect(postTestKinds.filter((kind) => postTestStatementsOf(kind).includes('markMayFall'))).toEqual([
      'clericalCheck',
      'clericalCheckWithScript',
      'review',
      'reviewWithScript',
      'priorityReview',
    ]);
    expect(postTestKinds.filter((kind) => postTestStatementsOf(kind).includes('scriptToCentre'))).toEqual([
      'centreScript',
    ]);
    expect(postTestKinds.filter(hasMarkOutcome)).toHaveLength(5);
  });

  it('misses every statement that was not ticked, or was ticked in an older text', () => {
    const tick = (statementId: string, version = postTestConsentVersion) => ({ statementId, version });
    expect(missingPostTestConsents('review', [], null)).toEqual(['markMayFall', 'passToBody']);
    expect(missingPostTestConsents('review', [tick('markMayFall'), tick('passToBody', '2020-01')], null)).toEqual([
      'passToBody',
    ]);
    expect(missingPostTestConsents('review', [tick('markMayFall'), tick('passToBody'), tick('other')], null)).toEqual(
      [],
    );
  });
});

describe('a component', () => {
  const plain = { id: 'x', levelIds: ['l'], traits: [], mandatoryIn: [] } as const;

  it.each(postTestKinds)('is offered with %s at its own level only, as its traits allow', (kind) => {
    const at = (traits: readonly ('multipleChoice' | 'artDesign')[], level: string | null = 'l') =>
      isComponentOffered({ ...plain, traits }, kind, level);
    const isOffered = kind !== 'uciMerge';
    const looksAgain = kind === 'clericalCheck' || kind === 'review' || kind === 'priorityReview';
    const comesWithScript = kind === 'clericalCheckWithScript' || kind === 'reviewWithScript';
    expect([at([]), at([], 'm'), at(['multipleChoice']), at(['artDesign'])]).toEqual([
      isOffered,
      false,
      isOffered && !looksAgain && !comesWithScript,
      isOffered && !comesWithScript,
    ]);
  });

  it('can be taken out of the list unless it is mandatory; the award never [R-83]', () => {
    expect(isRowRemovable({ componentId: 'a', isMandatory: false })).toBe(true);
    expect(isRowRemovable({ componentId: 'a', isMandatory: true })).toBe(false);
    expect(isRowRemovable({ componentId: null, isMandatory: true })).toBe(false);
  });

  it('counts towards an award', () => {
    expect([hasUnitsEnough({ unitsNeeded: 3 }, 2), hasUnitsEnough({ unitsNeeded: 3 }, 3)]).toEqual([false, true]);
  });
});

describe('numbers and codes', () => {
  it('takes four digits as a candidate number, not 0000 [rule:post-test.candidate_number_4_digits]', () => {
    const typed = ['0001', ' 12 34 ', '９９９９', '0000', '123', '12345', '12a4', ''];
    expect(typed.map(readCandidateNumber)).toEqual(['0001', '1234', '9999', null, null, null, null, null]);
  });

  it('knows the patterns of centres, components and awards', () => {
    expect(['92003', 'CN154', '9200', 'C1543', 'cn154'].map(isCentreNumber)).toEqual([true, true, false, false, false]);
    expect(['WMA11', '9709/12', '4MA1/1H', 'WMA', '9709/1234'].map(isComponentCode)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(['YMA01', 'XMA', '9709/12'].map(isCashInCode)).toEqual([true, false, false]);
  });
});

describe('the ages of late cash-in', () => {
  it('are 5 to 18 completed years today, both included [R-82 rule:post-test.age_5_to_18]', () => {
    const may = (dob: string) => isOfServiceAge(dob, lateCashInAges, '2026-11-21');
    expect([may('2021-11-21'), may('2021-11-22'), may('2007-11-22'), may('2007-11-21')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(isOfServiceAge('1980-01-01', null, '2026-11-21')).toBe(true);
  });

  it('follow a leap-day birthday on 1 March', () => {
    expect(isOfServiceAge('2008-02-29', lateCashInAges, '2027-02-28')).toBe(true);
    expect(isOfServiceAge('2008-02-29', lateCashInAges, '2027-03-01')).toBe(false);
  });
});

describe('the window of a service', () => {
  const window = { openFrom: instantOf('2026-11-01', '09:00'), closeAt: instantOf('2026-11-30', '17:00') };

  it('holds both its ends, to the millisecond [R-85 9.6#7]', () => {
    const at = ['2026-11-01T00:59:59.999Z', window.openFrom, window.closeAt, '2026-11-30T09:00:00.001Z'];
    expect(at.map((now) => windowStatusAt(window, now))).toEqual(['upcoming', 'open', 'open', 'closed']);
  });

  it('ends two working days before the awarding body’s at 17:00, over make-up days and holidays', () => {
    const calendar = workingCalendar(officialCalendar2026);
    expect(latestCloseAt(calendar, instantOf('2026-11-24', '23:00'))).toBe(instantOf('2026-11-20', '17:00'));
    expect(latestCloseAt(calendar, instantOf('2026-10-09'))).toBe(instantOf('2026-09-30', '17:00'));
  });
});

describe('the price of a request', () => {
  const fees = { localFee: 20_000, boardFee: 45_000, vat: 3_900 };
  const units = [
    { id: 'u1', code: 'WMA11' },
    { id: 'u2', code: 'WMA12' },
  ];
  const request = { serviceCode: 'LCI', award: 'YMA01', components: units };

  it('is the fees times the components [R-84]', () => {
    const price = pricePostTest('some', fees, { ...request, award: null });
    expect(pricePostTest('some', fees, { ...request, award: 'MATH' }).lines).toEqual(price.lines);
    expect(price).toMatchObject({ localFee: 40_000, boardFee: 90_000, vat: 7_800, total: 137_800 });
    expect(price.lines.map(({ code, total }) => [code, total])).toEqual([
      ['WMA11', 68_900],
      ['WMA12', 68_900],
    ]);
  });

  it('is the award’s alone in a late cash-in, whatever its units, and nothing before the award is chosen [R-83]', () => {
    expect(pricePostTest('award', fees, request).lines.map(({ code, total }) => [code, total])).toEqual([
      ['YMA01', 68_900],
      ['WMA11', 0],
      ['WMA12', 0],
    ]);
    expect(pricePostTest('award', fees, { ...request, award: null })).toMatchObject({ lines: [], total: 0 });
  });

  it('is one row where there are no components', () => {
    const none = { localFee: 0, boardFee: 0, vat: 0 };
    expect(pricePostTest('none', none, { serviceCode: 'UCI', award: null, components: [] }).lines).toEqual([
      { componentId: null, code: 'UCI', ...none, total: 0 },
    ]);
  });
});

describe('what comes back', () => {
  // 200.00 + 450.00 + 39.00 VAT: the local fee carries 12.00 of it, the board fee 27.00
  const paid = { localFee: 20_000, boardFee: 45_000, vat: 3_900 };

  it('is 80 % of the local fee and the whole board fee when cancelled before sending [9.6#8]', () => {
    expect(cancellationRefund(paid)).toBe(16_960 + 47_700);
    expect(cancellationRefund({ localFee: 100, boardFee: 0, vat: 0 })).toBe(80);
    expect(cancellationRefund({ localFee: 0, boardFee: 0, vat: 0 })).toBe(0);
  });

  it('is everything when refused before sending or by the provider’s doing, else the board fee [9.6#11]', () => {
    expect(refusalRefund(paid, { isSent: false, isProviderCause: false })).toBe(68_900);
    expect(refusalRefund(paid, { isSent: true, isProviderCause: true })).toBe(68_900);
    expect(refusalRefund(paid, { isSent: true, isProviderCause: false })).toBe(47_700);
  });

  it('is the board fee of the components concerned when the grade changed [9.6#12]', () => {
    expect(gradeChangeRefund([paid, paid])).toBe(95_400);
    expect(gradeChangeRefund([])).toBe(0);
    expect(gradeChangeRefund([{ localFee: 100, boardFee: 1, vat: 0 }])).toBe(1);
  });

  it('is never more than was paid, for any fees', () => {
    for (let seed = 1; seed < 2000; seed += 1) {
      const any = { localFee: (seed * 7919) % 40_001, boardFee: (seed * 104_729) % 90_001, vat: (seed * 31) % 5001 };
      const whole = any.localFee + any.boardFee + any.vat;
      const back = [cancellationRefund(any), refusalRefund(any, { isSent: true, isProviderCause: false })];
      expect(Math.max(...back, gradeChangeRefund([any]))).toBeLessThanOrEqual(whole);
    }
  });

  it('and what a mark did follow from the numbers', () => {
    expect([outcomeOfMarks(60, 59), outcomeOfMarks(60, 60), outcomeOfMarks(60, 61)]).toEqual([
      'Lowered',
      'Confirmed',
      'Raised',
    ]);
  });

  it('and an outcome that goes against its marks or its grades says two things [9.6#12]', () => {
    const marks = (outcome: 'Raised' | 'Confirmed' | 'Lowered', markBefore?: string, markAfter?: string) => ({
      outcome,
      markBefore,
      markAfter,
    });
    const told = (of: ReturnType<typeof marks>, gradeBefore?: string, gradeAfter?: string) =>
      isContradictory({
        components: [of],
        isGradeChanged: gradeBefore !== gradeAfter,
        gradeBefore,
        gradeAfter,
      });

    expect([
      told(marks('Raised', '60', '62'), 'A', 'C'),
      told(marks('Lowered', '60', '52'), 'a', 'A*'),
      told(marks('Confirmed', '60', '60'), '6', '7'),
      told(marks('Raised'), '7', 'U'),
      told(marks('Confirmed', '60.5', '61')),
      told(marks('Raised', '60.5', '60')),
      told(marks('Confirmed', 'Merit', 'Pass')),
      told(marks('Raised', 'Pass', 'Pass')),
    ]).toEqual(Array.from({ length: 8 }, () => true));
    expect([
      told(marks('Raised', '60', '62'), 'C', 'A'),
      told(marks('Lowered', '60', '52'), 'A*', 'a'),
      told(marks('Lowered'), '7', 'U'),
      told(marks('Raised', '60', '62'), 'A', '8'),
      told(marks('Raised', '60.5', '61')),
      told(marks('Confirmed', 'Pass', 'Pass')),
      told(marks('Raised', 'Pass', 'Merit'), 'Pass', 'Merit'),
    ]).toEqual(Array.from({ length: 7 }, () => false));
  });

  it('and marks of which one is missing or no number tell nothing', () => {
    const pairs = [
      ['60', '62'],
      ['Pass', '62'],
      ['60', 'Pass'],
      ['60', null],
      [undefined, '62'],
      ['60/100', '62/200'],
      ['60', '62%'],
      ['60 / 100', '55/100'],
      ['60%', '62 %'],
    ] as const;

    expect(pairs.map(([before, after]) => outcomeOfWritten(before, after))).toEqual([
      'Raised',
      ...Array.from({ length: 6 }, () => null),
      'Lowered',
      'Raised',
    ]);
  });

  it.each([
    ['one of two components goes against its marks', true, { marks: [raised, against] }],
    ['one of two components took the grade with it', false, { marks: [raised, same], grades: ['C', 'A'] }],
    ['no component is named of a grade that changed', false, { marks: [], grades: ['C', 'A'] }],
    ['the marks are full-width', true, { marks: [{ outcome: 'Raised', markBefore: '９０', markAfter: ' 50' }] }],
    ['a grade differs in its size alone, and it changed', true, { grades: ['b', 'B'], isGradeChanged: true }],
    ['the grades are of two scales', false, { marks: [lowered], grades: ['A', '8'] }],
    ['only the later grade is written, and it stayed', false, { grades: [null, 'A'], isGradeChanged: false }],
    ['only the earlier grade is written, and it stayed', false, { grades: ['A', null], isGradeChanged: false }],
    ['only the later grade is written, and it changed', true, { grades: [null, 'A'], isGradeChanged: true }],
    ['the grades are the same, and it changed', true, { grades: ['A', 'A'], isGradeChanged: true }],
    ['the grades are two, and it stayed', true, { grades: ['C', 'A'], isGradeChanged: false }],
  ] as const)('and says two things or not where %s [9.6#12]', (_, isTwo, outcome) => {
    const {
      marks = [raised],
      grades = [null, null],
      isGradeChanged = grades[0] !== grades[1],
    } = { ...asked, ...outcome };

    expect(isContradictory({ components: marks, isGradeChanged, gradeBefore: grades[0], gradeAfter: grades[1] })).toBe(
      isTwo,
    );
  });

  it.each([
    ['one line tells both', [['B', 'A'], []], { gradeBefore: 'B', gradeAfter: 'A', isGradeChanged: true }],
    [
      'two lines tell one each',
      [
        ['Ｂ', ''],
        ['', 'A'],
      ],
      { gradeBefore: 'B', gradeAfter: 'A', isGradeChanged: true },
    ],
    [
      'two lines tell the same',
      [
        ['B', 'b'],
        ['b', 'B'],
      ],
      { gradeBefore: 'b', gradeAfter: 'B', isGradeChanged: false },
    ],
    ['no line tells any', [[], []], { gradeBefore: null, gradeAfter: null, isGradeChanged: false }],
    [
      'two lines differ',
      [
        ['B', 'A'],
        ['B', 'C'],
      ],
      null,
    ],
    [
      'two lines differ in both',
      [
        ['B', 'A'],
        ['C', 'D'],
      ],
      null,
    ],
    ['one grade is told', [['B', ''], []], null],
  ] as const)('is told by the lines of a file where %s', (_, lines, grades) => {
    expect(gradesOfLines(lines.map(([gradeBefore, gradeAfter]) => ({ gradeBefore, gradeAfter })))).toEqual(grades);
  });

  it('is decided once more for thirty days [9.6#13]', () => {
    expect(correctionDays).toBe(30);
  });
});
