import type { Article, Section } from '../help-article.ts';
import type { HelpFacts } from '../help-facts.ts';

const sections: readonly ((facts: HelpFacts) => Section)[] = [
  (facts) => ({
    id: 'consent',
    title: 'Only with your consent',
    blocks: [
      `Whoever saves a child under ${facts.sensitiveAge} declares to be the guardian or to have the guardian’s consent, and again for each registration, in statements unticked at first. If the account is not the guardian’s own, the child stays on its list for a day only, or while the guardian is asked. A guardian with a mainland mobile number gets a text message with a link once the order is placed: there is no confirmation letter, and nothing goes to the awarding body, until that guardian has agreed, or, if the minor is ${facts.sensitiveAge} or older, ${facts.objectionHours} hours have passed without an objection. If another guardian is named later, the one before is told as well and has ${facts.objectionHours} hours to object, unless that number was a mistake: two people of our office look at it then, and whoever has it is told.`,
      'You may refuse. Then we cannot register the child, and nothing else follows from it.',
    ],
  }),
  () => ({
    id: 'what',
    title: 'What we process, and how',
    blocks: [
      [
        'From you: the child’s name, gender, date of birth, document type and number; contact details; guardian; pickup person; how the child leaves.',
        'If the exam needs it: school or university, course codes, candidate and UCI number.',
        'Only if you send it: medical papers, evidence for special arrangements.',
        'On exam day: attendance, who collected the child, an identity photograph where the awarding body prescribes one.',
      ],
      'The purpose is the registration, the exam day with a safe way home, and results and certificates. There is no profiling, no recommendation, no advertising, and no decision is made by a machine alone.',
    ],
  }),
  (facts) => ({
    id: 'where',
    title: 'Where, and how long',
    blocks: [
      `On servers in mainland China. Document numbers, genders, dates of birth, contact details, answers and papers are stored encrypted; names and years of birth are not encrypted one by one. What the awarding body needs goes to it, also abroad, if you have agreed to that for this exam. The periods are those of the privacy notice; sensitive papers are deleted ${facts.sensitivePaperMonths} months after the exam.`,
    ],
    links: [{ href: '/help/privacy#periods', label: 'Table of periods' }],
  }),
  () => ({
    id: 'protection',
    title: 'Who sees it',
    blocks: [
      'As few people as possible. Lists show the last two characters of a document number at most, and contact details masked. Opening the full record of a minor needs an approval and a reason. You can read who did, or saw the child in a list. Each year we have the handling of minors’ data audited and report the outcome to the authority.',
      'Suppliers act on our instructions only, after a security assessment, and may not pass anything on.',
    ],
  }),
  (facts) => ({
    id: 'rights',
    title: 'Your child’s rights, and yours',
    blocks: [
      [
        'See and copy the data; correct it at any time while no exam has been paid, afterwards through us',
        'Have it deleted: when you take back consent, when the purpose is served, or when you think we handle it wrongly',
        'Take back consent and close the account',
        'Complain to us, and to the authorities',
      ],
      `We answer within ${facts.answerDays} working days, sooner where a child is at risk. If a child’s data should ever be lost or seen by others, we tell you at once, by message and telephone.`,
    ],
  }),
  () => ({
    id: 'officer',
    title: 'The person responsible',
    blocks: ['A named person is responsible for children’s personal information. You reach them directly:'],
  }),
];

export const helpChildren = {
  version: '2026-12-01',
  article: (facts: HelpFacts): Article => ({
    lead: `Rules for the personal information of children. They apply to every candidate under ${facts.sensitiveAge} and go beyond the general privacy notice; for candidates from ${facts.sensitiveAge} to ${facts.adultAge - 1} a guardian registers and decides as well. Please read them with your child.`,
    sections: sections.map((write) => write(facts)),
  }),
  officerAfter: 'officer',
  officer: 'Responsible',
  phone: 'Telephone',
  email: 'E-mail',
};

export type HelpChildrenMessages = typeof helpChildren;
