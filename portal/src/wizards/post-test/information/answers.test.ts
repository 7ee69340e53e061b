import { describe, expect, it } from 'vitest';
import { componentsOffered, inputOf, typedProblems, type InfoAnswers } from './answers.ts';
import type { CashInCode, Component, PostTestDraft } from '../post-test-data.ts';

const empty: InfoAnswers = {
  componentIds: [],
  cashInCodeId: '',
  examSeriesId: 's',
  centreId: '',
  candidateNumber: '',
  lastName: '',
  firstName: '',
  isGivenNameAbsent: false,
  birthday: '',
  uciNumber: '',
  secondUciNumber: '',
  isPlacePending: false,
};
const draft = {
  id: 'd',
  version: 3,
  serviceId: 'service',
  levelId: 'a',
  uciPolicy: 'strict',
  service: { ages: { from: 5, to: 18 } },
} as PostTestDraft;
const today = '2026-11-21';
const unit = (id: string, levelIds: string[]): Component => ({
  id,
  code: id,
  name: id,
  nameEn: id,
  nameCn: id,
  levelIds,
  isMandatory: false,
});

describe('the information of a post-test request', () => {
  it('says at once what is wrong with what is typed, and nothing of what is still empty [R-82 rule:post-test.UCI_format rule:post-test.candidate_number_4_digits rule:post-test.age_5_to_18]', () => {
    expect(typedProblems(empty, draft, today)).toEqual({});
    const wrong = { ...empty, candidateNumber: '0000', uciNumber: '92003B261234A', birthday: '2007-01-01' };
    expect(typedProblems(wrong, draft, today)).toEqual({
      candidateNumber: 'CANDIDATE_NUMBER',
      uciNumber: 'UCI_NUMBER',
      birthday: 'POST_TEST_AGE',
    });
    const right = { ...empty, candidateNumber: '1234', uciNumber: '92003b 26 1234 L', birthday: '2009-01-01' };
    expect(typedProblems(right, draft, today)).toEqual({});
  });

  it('counts the components [R-83]', () => {
    const many = { ...empty, componentIds: Array.from({ length: 21 }, (_, at) => String(at)) };
    expect(typedProblems(many, draft, today)).toEqual({ componentIds: 'TOO_MANY_COMPONENTS' });
  });

  it('sends what is empty as nothing, and no given name where the document shows none', () => {
    const input = inputOf(draft, { ...empty, lastName: ' WANG ', firstName: 'X', isGivenNameAbsent: true }, ['f']);
    expect(input).toMatchObject({
      id: 'd',
      version: 3,
      lastName: 'WANG',
      firstName: null,
      isGivenNameAbsent: true,
      uciNumber: null,
      birthday: null,
      formFileIds: ['f'],
    });
  });

  it('offers the units of the level, and of an award only those that count [R-83]', () => {
    const units = [unit('WMA11', ['as', 'a']), unit('WMA13', ['a']), unit('WPH11', ['as'])];
    const award = { componentIds: ['WMA11', 'WPH11'] } as CashInCode;
    expect(componentsOffered(units, { levelId: 'a', award: null }).map(({ id }) => id)).toEqual(['WMA11', 'WMA13']);
    expect(componentsOffered(units, { levelId: 'a', award }).map(({ id }) => id)).toEqual(['WMA11']);
  });
});
