import { describe, expect, it } from 'vitest';
import { fapiao as fapiaoEn } from '../../../messages/en/fapiao.ts';
import { helpChildren as childrenEn } from '../../../messages/en/help-children.ts';
import { helpPrivacy as privacyEn } from '../../../messages/en/help-privacy.ts';
import { helpProtection as protectionEn } from '../../../messages/en/help-protection.ts';
import { helpQuestions as en } from '../../../messages/en/help-questions.ts';
import type { QuestionGroup } from '../../../messages/help-article.ts';
import { ownData as ownDataEn } from '../../../messages/en/own-data.ts';
import { fapiao as fapiaoZh } from '../../../messages/zh/fapiao.ts';
import { helpChildren as childrenZh } from '../../../messages/zh/help-children.ts';
import { helpPrivacy as privacyZh } from '../../../messages/zh/help-privacy.ts';
import { helpProtection as protectionZh } from '../../../messages/zh/help-protection.ts';
import { helpQuestions as zh } from '../../../messages/zh/help-questions.ts';
import { ownData as ownDataZh } from '../../../messages/zh/own-data.ts';
import { helpFacts } from '../../../messages/help-facts.ts';
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

  it('lead to the button where there is one, by the name that stands on it', () => {
    const buttons = {
      invoice: { href: '/candidate/order', en: fapiaoEn.ask, zh: fapiaoZh.ask },
      'change-details': { href: '/candidate/account/privacy', en: ownDataEn.ask.correct, zh: ownDataZh.ask.correct },
      'see-or-delete': { href: '/candidate/account/privacy', en: ownDataEn.title, zh: ownDataZh.title },
    };
    const found = (groups: readonly QuestionGroup[]) => groups.flatMap(({ questions }) => questions);
    for (const [id, { href, en: inEnglish, zh: inChinese }] of Object.entries(buttons)) {
      const pages = [found(english).find((one) => one.id === id), found(chinese).find((one) => one.id === id)];
      expect(pages.map((page) => page?.link?.href)).toEqual([href, href]);
      expect(JSON.stringify(pages[0]?.answer)).toContain(inEnglish);
      expect(JSON.stringify(pages[1]?.answer)).toContain(inChinese);
      expect(JSON.stringify(pages)).not.toMatch(/write to|联系考务办公室/i);
    }
  });

  it('say the percentages and limits that the rules apply [R-72 R-38]', () => {
    const back = english.flatMap((group) => group.questions).find(({ id }) => id === 'how-much-back');
    const text = JSON.stringify(back?.answer);
    expect(text).toMatch(/80% of the local fee.*50%.*80%/);
    expect(JSON.stringify(chinese)).toContain('不超过 500 行');
  });
});
