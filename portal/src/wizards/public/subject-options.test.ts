import { describe, expect, it } from 'vitest';
import type { Product } from '../../app/catalogue.ts';
import { papersOf, priceOf, sittingsIn, timesOf, type Session } from './choose/sittings.ts';
import { optionName, optionOf, subjectOptions } from './subject-options.ts';

const subject = (id: string, part: object = {}) => ({ id, nameEn: id, candidateTypes: [], setCode: null, ...part });
const delta = {
  subjects: [subject('P1', { setCode: 'SET' }), subject('P2', { setCode: 'SET' })],
} as unknown as Product;
const group = {
  subjects: [subject('BT', { candidateTypes: ['ACCA'] }), subject('FBT', { candidateTypes: ['FIA'] })],
} as unknown as Product;
const paper = (id: string, subjectId: string, part: object) => ({
  id,
  subjectId,
  localFee: 153_250,
  boardFee: 0,
  vat: 4_598,
  isTier: false,
  sessionSubjectTierFees: [],
  isLateEntryCharge: false,
  sessionSubjectLateEntryCharges: [],
  ...part,
});
const session = {
  startTime: '09:00',
  endTime: '18:00',
  sessionSubjects: [
    paper('a', 'P1', { startTime: '09:00', endTime: '10:30' }),
    paper('b', 'P2', { startTime: '11:00', endTime: '12:30', vat: 4_597 }),
  ],
} as unknown as Session;

describe('what can be registered for', () => {
  it('a combined set is one choice with all its papers', () => {
    const [set, ...others] = subjectOptions(delta, null);
    expect(set?.ids).toEqual(['P1', 'P2']);
    expect(others).toEqual([]);
    expect(set && optionName(set, (each) => each.nameEn)).toBe('P1 + P2');
    expect(optionOf(delta, 'P2')?.ids).toEqual(['P1', 'P2']);
  });

  it('a candidate type leaves the subjects it may take [R-87]', () => {
    expect(subjectOptions(group, 'FIA').map((option) => option.ids)).toEqual([['FBT']]);
    expect(subjectOptions(group, 'ACCA').map((option) => option.ids)).toEqual([['BT']]);
  });

  it('a set takes a session with all of its papers, from the first to the last, at one price', () => {
    expect(papersOf(session, ['P1', 'P2']).map((each) => each.id)).toEqual(['a', 'b']);
    expect(papersOf(session, ['P1', 'P3'])).toEqual([]);
    expect(timesOf({ session, subjectIds: ['P1', 'P2'] })).toEqual({ startTime: '09:00', endTime: '12:30' });
    expect(priceOf([{ session, subjectIds: ['P1', 'P2'] }], ['one'])?.payAmount).toBe(315_695);
    expect(priceOf([{ session, subjectIds: ['P1', 'P2'] }], ['one', 'two'])?.payAmount).toBe(631_390);
  });

  it('a session is taken for each further subject that it offers at a free time', () => {
    const day = {
      id: 'saturday',
      examDate: '2027-03-06',
      sessionSubjects: [
        paper('a', 'M1', { startTime: '09:00', endTime: '10:20' }),
        paper('b', 'M2', { startTime: '10:45', endTime: '12:05' }),
        paper('c', 'M3', { startTime: '11:00', endTime: '12:20' }),
      ],
    } as unknown as Session;
    const taken = (...subjects: string[]) =>
      sittingsIn(
        day,
        subjects.map((id) => [id]),
      ).map(({ sessionSubjectIds }) => sessionSubjectIds);

    expect(taken('M1', 'M2')).toEqual([['a'], ['b']]);
    expect(taken('M2', 'M1', 'M3', 'M4')).toEqual([['b'], ['a']]);
  });

  it('several sittings cost what they cost together, a line for each candidate of each', () => {
    const subjectIds = ['P1'];
    const two = [
      { session, subjectIds: ['P1', 'P2'] },
      { session, subjectIds },
    ];
    const price = priceOf(two, ['one', 'two']);
    expect(price?.lines.map(({ originalAmount }) => originalAmount)).toEqual([315_695, 315_695, 157_848, 157_848]);
    expect(price?.payAmount).toBe(947_086);
    expect(priceOf([...two, { session, subjectIds: ['P3'] }], ['one'])).toBeNull();
  });

  it('has no price while the invitation code hides it [R-52]', () => {
    const hidden = { ...session, sessionSubjects: [paper('a', 'P1', { localFee: null })] } as unknown as Session;
    expect(priceOf([{ session: hidden, subjectIds: ['P1'] }], ['one'])).toBeNull();
  });
});
