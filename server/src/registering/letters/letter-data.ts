import { idNumberEnd } from '@exam/contract/rules';
import { nameIn, placeOf, textIn, type Catalogue } from '#offer/catalogue';
import type { NamedExam } from '#people/messages';
import { examNames, type LetterFacts } from '#registering/applications';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { missingGlyphs, plainText } from './glyphs.ts';
import { letterWords } from './letter-words.ts';
import type { LetterData, LetterLanguage } from './letter-view.ts';

/**
 * What a letter says in one language, from an application's facts and the names of places. Nothing else of the person comes here.
 * @throws Refusal LETTER_UNAVAILABLE when the session has no venue or the application no paper.
 */
export function letterData(facts: LetterFacts, catalogue: Catalogue, language: LetterLanguage): LetterData {
  const { session, product } = facts;
  const venue = placeOf(session, { catalogue, language }) ?? refuse('LETTER_UNAVAILABLE');
  const city = catalogue.cities.get(session.cityId) ?? refuse('LETTER_UNAVAILABLE');
  const office = catalogue.offices.get(session.officeId) ?? refuse('LETTER_UNAVAILABLE');
  const [first, ...others] = facts.papers.map(({ paper, subject }) => ({
    name: nameIn(language, subject),
    startTime: paper.startTime,
    endTime: paper.endTime,
  }));
  const words = letterWords[language];
  return {
    publicUrl: settings().publicUrl,
    verifyCode: verifyCodeOf(facts),
    version: facts.letterVersion,
    applicationCode: facts.code,
    candidateName: candidateNameOf(facts),
    candidateNameZh: facts.nameZh !== null && isPrintable(facts.nameZh) ? facts.nameZh : null,
    documentName: words.documentNames[facts.idType],
    documentEnd: idNumberEnd(facts.idNo),
    productName: examNames(facts, language).productName,
    papers: [first ?? refuse('LETTER_UNAVAILABLE'), ...others],
    examDate: session.examDate,
    cityName: nameIn(language, city),
    venueName: venue.name,
    venueAddress: venue.address,
    leave: facts.leave && {
      choice: facts.leave.choice,
      names: facts.leave.comers.map((comer) => printedName(comer, language)),
    },
    notices: [
      textIn(language, product.special_notice_en, product.special_notice_zh),
      textIn(language, session.noticeEn, session.noticeZh),
    ].flatMap((notice) => notice ?? []),
    officeName: nameIn(language, office),
    officeEmail: office.email,
  };
}

/**
 * The name of somebody who may fetch a child. If a character of it cannot be drawn, the end of the document number is added, so that the person can be
 * recognised. Pinyin cannot be added: no library of ours knows the reading of such a character.
 */
function printedName({ name, documentEnd }: Comer, language: LetterLanguage): string {
  return isPrintable(name) ? name : letterWords[language].unprintable(name, documentEnd);
}

const isPrintable = (name: string): boolean => missingGlyphs(plainText(name)).length === 0;

type Comer = NonNullable<LetterFacts['leave']>['comers'][number];

/** Surname first, as on the document; some people have no given name. */
function candidateNameOf({ lastName, firstName }: Pick<LetterFacts, 'lastName' | 'firstName'>): string {
  return `${lastName} ${firstName}`.trim();
}

/** The exam of a registration as a message names it: product, subjects, candidate, when it begins, and the city. */
export function namedExamOf(facts: LetterFacts, catalogue: Catalogue, language: LetterLanguage): NamedExam {
  const { session } = facts;
  const city = catalogue.cities.get(session.cityId);
  return {
    ...examNames(facts, language),
    applicationId: facts.applicationId,
    candidateName: candidateNameOf(facts),
    examDate: session.examDate,
    startTime: facts.papers[0]?.paper.startTime ?? session.startTime,
    cityName: city ? nameIn(language, city) : '',
  };
}

/** What a kind of document is called in a language. */
export function documentNameOf(idType: LetterFacts['idType'], language: LetterLanguage): string {
  return letterWords[language].documentNames[idType];
}

/** What the QR code carries: the unguessable code and the version that was printed. */
function verifyCodeOf({ letterCode, letterVersion }: Pick<LetterFacts, 'letterCode' | 'letterVersion'>): string {
  return `${letterCode}-${letterVersion}`;
}
