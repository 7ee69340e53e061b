import {
  documentTakers,
  objectionHours,
  retentionTable,
  rightsAnswerDays,
  sensitiveAge,
  accountLifetimes,
} from '@exam/contract/rules';
import { entryTemplates } from '@exam/contract/staff';
import { describe, expect, it } from 'vitest';
import { helpChildren as childrenEn } from './en/help-children.ts';
import { helpCookies as cookiesEn } from './en/help-cookies.ts';
import { helpPrivacy as privacyEn } from './en/help-privacy.ts';
import { helpChildren as childrenZh } from './zh/help-children.ts';
import { helpCookies as cookiesZh } from './zh/help-cookies.ts';
import { helpPrivacy as privacyZh } from './zh/help-privacy.ts';
import { type HelpFacts, helpFacts } from './help-facts.ts';

/** Other facts than ours: a sentence that does not change with them says its numbers by itself. */
const others: HelpFacts = {
  ...helpFacts,
  lifetimes: {
    sessionHours: 8801,
    idleMinutes: 8802,
    ticketMinutes: 8803,
    trustedDeviceDays: 8804,
    knownDeviceDays: 8805,
  },
  documentTakers: ['NOBODY'],
  answerDays: 8806,
  sensitivePaperMonths: 8807,
  sensitiveAge: 8808,
  objectionHours: 8809,
};

const section =
  (pages: { article: (facts: HelpFacts) => { sections: readonly { id: string; blocks: unknown }[] } }, id: string) =>
  (facts: HelpFacts) =>
    JSON.stringify(pages.article(facts).sections.find((each) => each.id === id)?.blocks);

describe('what the pages on privacy, children and cookies say', () => {
  it.each([
    [
      'cookies',
      (facts: HelpFacts) => JSON.stringify([cookiesEn.cookies.rows(facts), cookiesEn.storage.rows(facts)]),
      (facts: HelpFacts) => JSON.stringify([cookiesZh.cookies.rows(facts), cookiesZh.storage.rows(facts)]),
      [12, 30, 10, 180],
      [8801, 8802, 8803, 8804, 8805],
    ],
    ['data abroad', section(privacyEn, 'abroad'), section(privacyZh, 'abroad'), ['ACCA'], ['NOBODY']],
    ['rights', section(privacyEn, 'rights'), section(privacyZh, 'rights'), [15], [8806]],
    ['the dead', section(privacyEn, 'deceased'), section(privacyZh, 'deceased'), [15], [8806]],
    [
      'the consent for children',
      section(childrenEn, 'consent'),
      section(childrenZh, 'consent'),
      [14, 72],
      [8808, 8809],
    ],
    ['the rights of children', section(childrenEn, 'rights'), section(childrenZh, 'rights'), [15], [8806]],
    ['the papers of children', section(childrenEn, 'where'), section(childrenZh, 'where'), [6], [8807]],
  ])(
    'about %s takes its numbers from the rules, in both languages, and has none of its own [T5]',
    (...[, en, zh, now, then]) => {
      for (const page of [en, zh]) {
        for (const number of now) expect(page(helpFacts)).toContain(String(number));
        for (const number of then) expect(page(others)).toContain(String(number));
        expect(page(others).replaceAll(/88\d\d/g, '')).not.toMatch(/(?<![\d-])(?:3|6|10|12|14|15|30|72|180)(?!\d)/);
      }
    },
  );

  it('is what the rules are', () => {
    expect(helpFacts.lifetimes).toBe(accountLifetimes);
    expect([helpFacts.sensitiveAge, helpFacts.objectionHours]).toEqual([sensitiveAge, objectionHours]);
    expect(helpFacts.answerDays).toBe(rightsAnswerDays);
    expect(retentionTable.cancellationPaper.period).toEqual({ months: helpFacts.sensitivePaperMonths });
    const withNumber = Object.entries(entryTemplates).filter(([, { columns }]) =>
      columns.some(({ field }) => field === 'idNo'),
    );
    expect(withNumber.map(([code]) => code)).toEqual(documentTakers);
  });
});
