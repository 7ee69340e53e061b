import { keptYears, sensitiveAge } from '@exam/contract/rules';
import { idTypes } from '@exam/contract/messages/id-types/en';
import type { CandidateAgeType, GuardianType, IdType } from '@exam/contract/entities';

const documentHints: Record<IdType, string> = {
  IDCard: 'A child without a card: use the ID number in the household register.',
  IDCardTaiwan: 'Mainland travel permit (8 digits) or residence permit.',
  IDCardHongKongMacau:
    'Best the mainland travel permit (H or M and 8 digits), as it is checked on the exam day; or a Hong Kong or Macau identity card, or a residence permit.',
  Passport: 'Of any country.',
};

const nameZhHint = 'In Chinese characters. Printed beside the pinyin.';
const nameZhHints: Record<IdType, string> = {
  IDCard: 'As on the ID card. Printed beside the pinyin.',
  IDCardTaiwan: nameZhHint,
  IDCardHongKongMacau: nameZhHint,
  Passport: nameZhHint,
};

const relations: Record<GuardianType, string> = {
  Father: 'Father',
  Mother: 'Mother',
  LegalGuardian: 'Legal guardian',
  Other: 'Other',
};

const ages: Record<CandidateAgeType, string> = { U11: 'Aged 10 or under', U18: 'Aged 11 to 17', Adults: 'Adult' };

const labels: Readonly<Record<string, string>> = {
  idType: 'Type of document',
  idNo: 'Document number',
  lastName: 'Surname',
  firstName: 'Given name',
  nameZh: 'Chinese name',
  gender: 'Gender',
  dob: 'Date of birth',
  mobile: 'Mobile number',
  email: 'E-mail',
  guardianModel: 'Guardian',
  childKept: 'The guardian’s consent',
  'guardianModel.name': 'Guardian’s name',
  'guardianModel.type': 'Relationship to the candidate',
  'guardianModel.idType': 'Guardian’s document',
  'guardianModel.idNo': 'Guardian’s document number',
  'guardianModel.mobile': 'Guardian’s mobile number',
};

export const candidates = {
  idTypes,
  relations,
  ages,
  genders: { Male: 'Male', Female: 'Female' },
  list: {
    title: 'My candidates',
    intro: 'The people you register for exams: yourself, your children, or others who have asked you to.',
    add: 'Add a candidate',
    searchLabel: 'Search by name',
    searchButton: 'Search',
    clearSearch: 'Show all candidates',
    ageFilter: 'Age',
    everyAge: 'All ages',
    found: (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`),
    document: 'Document',
    bornOn: 'Born on',
    guardian: 'Guardian',
    guardianMissing: 'Add a guardian before you register this candidate.',
    keptUntil: (time: string) =>
      `Stays in the list until ${time} unless you register the child by then: a guardian with a number of their own has not agreed yet, and is asked with the registration.`,
    edit: 'Change',
    editWho: (name: string) => `Change ${name}`,
    delete: 'Delete',
    deleteWho: (name: string) => `Delete ${name}`,
    deleteQuestion: 'Are you sure to delete? This action cannot be undone.',
    deleteNote: (name: string) =>
      `${name} is removed from your list and erased at once, with drafts, bookings withdrawn before any payment, and their items in your cart. Where there is a registration, its exam record has to be kept for ${keptYears('examRecord')} years after the exam; ${name} is erased with the last one.`,
    deleted: 'Deleted',
    saved: 'Saved',
    emptyTitle: 'No candidates yet',
    emptyText:
      'Add yourself or the person you want to register. You enter the details once and choose them each time you register.',
    noneTitle: 'No candidate found',
    noneText: 'Nobody in your list matches this search. Use the pinyin on the document.',
    failedTitle: 'Your candidates could not be loaded',
    failedText: 'Nothing has been lost. Check your connection and try again.',
    again: 'Try again',
    goneTitle: 'This candidate is no longer in your list',
    goneText: 'It may have been deleted in another window.',
    back: 'Back to my candidates',
  },
  form: {
    addTitle: 'Add a candidate',
    editTitle: 'Change candidate',
    documentTitle: 'Identity document',
    documentIntro: 'The one the candidate will bring to the exam.',
    documentLabel: labels['idType'] ?? '',
    documentHints,
    numberLabel: labels['idNo'] ?? '',
    savedNumber: 'Saved number',
    replaceNumber: 'Enter a new number',
    keepNumber: 'Keep the saved number',
    numberIsRight: 'The number is complete.',
    readFromNumber: 'Date of birth and gender are read from the number.',
    dobLabel: labels['dob'] ?? '',
    genderLabel: labels['gender'] ?? '',
    ageLabel: 'Age',
    yearsOld: (years: number) => (years === 1 ? '1 year' : `${years} years`),
    nameTitle: 'Name',
    nameRule:
      'In pinyin, letter for letter as on the document. A name that differs may be turned away on the exam day.',
    lastNameLabel: labels['lastName'] ?? '',
    lastNameHint: 'For example WANG or OUYANG',
    firstNameLabel: labels['firstName'] ?? '',
    firstNameHint: 'In one word, for example XIAOMING',
    nameZhLabel: labels['nameZh'] ?? '',
    nameZhHints,
    noGivenName: 'The document shows no given name',
    suggestion: (p: { lastName: string; firstName: string }) =>
      `In pinyin this is probably ${p.lastName} / ${p.firstName}.`,
    passportSpelling: (p: { lastName: string; firstName: string }) =>
      `On the document it may read ${[p.lastName, p.firstName].filter(Boolean).join(' / ')}.`,
    chineseBegun: 'Type the whole name in Chinese, and you get its spelling in letters.',
    useSuggestion: (p: { lastName: string; firstName: string }) =>
      `Use ${[p.lastName, p.firstName].filter(Boolean).join(' / ')}`,
    contactTitle: 'Contact',
    mobileLabel: labels['mobile'] ?? '',
    mobileHint: 'Outside mainland China: begin with + and the country code.',
    emailLabel: labels['email'] ?? '',
    emailMeant: (email: string) => `Did you mean ${email}?`,
    useEmail: 'Use this address',
    guardianTitle: 'Guardian',
    consentTitle: 'The guardian’s consent',
    consentIntro: `A child under ${sensitiveAge} is kept here only with the guardian’s consent. Deleting the child ends it.`,
    childRules: 'Rules on children’s personal information',
    guardianOfAnother: (p: { guardian: string; child: string }) => `Use ${p.guardian}, the guardian of ${p.child}`,
    guardianIntro: 'A candidate under 18 needs a guardian aged 18 or over, with a document of their own.',
    guardianNameLabel: labels['guardianModel.name'] ?? '',
    guardianNameHint: 'In Chinese or in Latin letters',
    relationLabel: labels['guardianModel.type'] ?? '',
    guardianDocumentLabel: labels['guardianModel.idType'] ?? '',
    guardianNumberLabel: labels['guardianModel.idNo'] ?? '',
    guardianMobileLabel: labels['guardianModel.mobile'] ?? '',
    save: 'Save candidate',
    cancel: 'Cancel',
    leaveTitle: 'Leave without saving?',
    leaveText: 'What you have entered has not been saved.',
    leave: 'Leave',
    stay: 'Stay on this page',
    labelOf: (path: string) => labels[path] ?? '',
    problemAt: (label: string, sentence: string) => (label === '' ? sentence : `${label}: ${sentence}`),
  },
};

export type CandidatesMessages = typeof candidates;
