export const forms = {
  title: 'Registration forms',
  intro: 'The forms that candidates fill in as a step of a registration, and the products that ask for them.',
  number: 'Form',
  name: 'Name',
  version: 'Version',
  fields: 'Fields',
  products: 'Products',
  noProducts: 'No product asks for this form.',
  product: 'Product',
  code: 'Code',
  category: 'Kind',
  categories: { Public: 'Public exam', Booking: 'Booked exam', PostTest: 'Post-test service' },
  access: 'Registration',
  accesses: { open: 'Open', opensSoon: 'Opens soon', external: 'With somebody else', archived: 'Archived' },
  versionNumber: (version: number) => `Version ${version}`,
  earlier: (count: number) =>
    count === 0
      ? 'This is its first version.'
      : `Answers to ${count === 1 ? 'the earlier version' : `the ${count} earlier versions`} stay readable as they were given.`,
  guide: 'Guide for candidates',
  guideText: 'Made from the form itself; the first step of a registration offers it.',
  guideIn: { zh: 'Guide in Chinese (PDF)', en: 'Guide in English (PDF)' },
  fileName: (p: { number: string; language: 'en' | 'zh' }) => `examport-guide-${p.number}-${p.language}.pdf`,
  tryTitle: 'Try the form',
  tryText: 'Exactly as candidates see it. The answers are checked in this page and kept nowhere; files are not sent.',
  language: 'Language of the form',
  languages: { zh: 'Chinese', en: 'English' },
  check: 'Check the answers',
  empty: 'Begin again',
  wrong: (count: number) => (count === 1 ? '1 answer has to be put right.' : `${count} answers have to be put right.`),
  right: 'The answers would be accepted. This is how they are read afterwards:',
};

export type FormsMessages = typeof forms;
