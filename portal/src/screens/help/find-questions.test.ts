import { describe, expect, it } from 'vitest';
import { helpChildren as childrenEn } from '../../messages/en/help-children.ts';
import { helpPrivacy as privacyEn } from '../../messages/en/help-privacy.ts';
import { helpProtection as protectionEn } from '../../messages/en/help-protection.ts';
import { helpQuestions as en, type QuestionGroup } from '../../messages/en/help-questions.ts';
import { helpChildren as childrenZh } from '../../messages/zh/help-children.ts';
import { helpPrivacy as privacyZh } from '../../messages/zh/help-privacy.ts';
import { helpProtection as protectionZh } from '../../messages/zh/help-protection.ts';
import { helpQuestions as zh } from '../../messages/zh/help-questions.ts';
import { helpFacts } from './facts.ts';
import { findQuestions } from './find-questions.ts';

const english = en.groups(helpFacts);
const chinese = zh.groups(helpFacts);
const idsOf = (groups: readonly QuestionGroup[]) =>
  groups.flatMap((group) => [group.id, ...group.questions.map(({ id }) => id)]);

describe('the search of the questions', () => {
  it('finds in questions and answers of both languages, whatever the case [route:/help/question]', () => {
    expect(idsOf(findQuestions(english, 'UCI'))).toContain('uci');
    expect(idsOf(findQuestions(english, 'wallets BANK'))).toEqual(['cancelling', 'refund-when']);
    expect(idsOf(findQuestions(chinese, '电子钱包'))).toEqual(['cancelling', 'refund-when']);
    expect(idsOf(findQuestions(chinese, 'ｕｃｉ'))).toContain('uci');
  });

  it('shows everything for an empty search and nothing for nonsense', () => {
    expect(findQuestions(english, '  ')).toEqual(english);
    expect(findQuestions(chinese, '考途没有的词')).toEqual([]);
  });
});

describe('the help pages', () => {
  it('have the same addresses within them in both languages, each once', () => {
    const ids = idsOf(english);
    expect(idsOf(chinese)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    const sections = [
      [privacyEn, privacyZh],
      [protectionEn, protectionZh],
      [childrenEn, childrenZh],
    ] as const;
    for (const [inEnglish, inChinese] of sections) {
      const wanted = inEnglish.article(helpFacts).sections.map(({ id }) => id);
      expect(inChinese.article(helpFacts).sections.map(({ id }) => id)).toEqual(wanted);
    }
  });

  it('say the percentages and limits that the rules apply [R-72 R-38]', () => {
    const back = english.flatMap((group) => group.questions).find(({ id }) => id === 'how-much-back');
    const text = JSON.stringify(back?.answer);
    expect(text).toMatch(/80 % of the local exam service fee.*50 %.*80 %/);
    expect(JSON.stringify(chinese)).toContain('不超过 500 行');
  });
});
