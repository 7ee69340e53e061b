import type { Article, Section } from '../help-article.ts';
import type { HelpFacts } from '../help-facts.ts';

const sections: readonly ((facts: HelpFacts) => Section)[] = [
  () => ({
    id: 'principles',
    title: 'What we stand for',
    blocks: [
      'Every candidate under 18 is to be safe with us, treated with respect and listened to. What is best for the child comes first, also before the exam.',
    ],
  }),
  (facts) => ({
    id: 'account',
    title: 'Before the exam',
    blocks: [
      [
        `Accounts are for adults only. A parent or guardian registers everybody under ${facts.adultAge} and gives their own name, document and mobile number.`,
        'We ask only for what the exam needs. There is no public profile, no chat and no advertising, and nobody can contact a child through this site.',
        'Messages about a child’s exam go to the account holder; what needs a guardian’s agreement goes to the guardian.',
      ],
    ],
  }),
  () => ({
    id: 'exam-day',
    title: 'On exam day',
    blocks: [
      [
        'All staff who work with minors have been checked and trained, wear a badge with their name, and are never alone with a child behind a closed door.',
        'Identity is checked by comparing face and document. Nobody is searched; bags and devices are put aside in view of the candidate.',
        'Waiting rooms are supervised. A child who feels unwell, anxious or uncomfortable may speak to any member of staff at any time.',
        'Nobody takes pictures of candidates, other than the identity photograph where the awarding body prescribes one.',
      ],
    ],
  }),
  (facts) => ({
    id: 'leaving',
    title: 'Leaving the centre',
    blocks: [
      'You choose at registration how the child leaves, and can change it until the exam starts.',
      [
        `${facts.neverAloneAge} and younger on exam day: the child is always handed over to the guardian or the pickup person you named.`,
        `${facts.neverAloneAge + 1} to ${facts.adultAge - 1}: the same, or alone if you have agreed to it.`,
        `The pickup person must be ${facts.pickupAge} or older. Staff compare the name and the end of the document number before the child leaves the room.`,
      ],
      'If nobody comes, a member of staff stays with the child and telephones you. We do not hand a child to anybody whose name we do not have, whatever they say.',
    ],
    links: [{ href: '/candidate/application', label: 'Change how a child leaves' }],
  }),
  () => ({
    id: 'online',
    title: 'Online',
    blocks: [
      'Please help too: keep your password and codes to yourself, do not let a child use your account unattended, and do not post confirmation letters or documents in group chats.',
      'Staff see children’s data masked. Whoever opens the full record needs an approval and a reason. Every access is recorded, and you can read it.',
    ],
    links: [{ href: '/help/childProtection', label: 'Children’s personal information' }],
  }),
  () => ({
    id: 'report',
    title: 'If you are worried',
    blocks: [
      'Tell any member of staff at the centre, telephone the office, or write to us. Everything that suggests harm to a child is passed on the same day to the person responsible, recorded, and, where the law requires it, reported to the police or the authorities. You can also call 12355, the helpline for young people, or 110 in an emergency.',
      'Nobody who reports a worry in good faith, child or adult, suffers for it.',
    ],
    links: [{ href: '/help/contact-us', label: 'Contact us' }],
  }),
];

export const helpProtection = {
  version: '2026-11-29',
  article: (facts: HelpFacts): Article => ({
    lead: 'Children and young people sit exams with us every week. This is how we look after them, and what we ask of you.',
    sections: sections.map((write) => write(facts)),
  }),
};

export type HelpProtectionMessages = typeof helpProtection;
