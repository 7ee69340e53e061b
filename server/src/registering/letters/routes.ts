import { applicationCalls, letterCalls } from '@exam/contract/calls';
import { letterStates, liveApplicationStates } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import { chinaDateOf, chinaTimeOf, later, reportMinutes } from '@exam/contract/rules';
import { examNames, letterFacts, type LetterFacts } from '#registering/applications';
import { catalogueNow, nameIn, placeOf } from '#offer/catalogue';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply, Handlers, Routes } from '#platform/http';
import { calendarFile } from '#platform/icalendar';
import { inLine } from '#platform/line';
import { logWarning } from '#platform/log';
import { settings } from '#platform/settings';
import { letterFileName } from './announce.ts';
import { missingGlyphs } from './glyphs.ts';
import { letterData } from './letter-data.ts';
import { letterWords } from './letter-words.ts';
import { renderLetter } from './render-letter.ts';
import { verifyLetter } from './verify.ts';

const { 'application.letter': letter, 'application.calendarFile': calendar } = applicationCalls;
const served = { 'application.letter': letter, 'application.calendarFile': calendar };

const ofApplications: Handlers<typeof served> = {
  'application.letter': ({ account, params, language }) =>
    answerLetter({ accountId: account.id, applicationId: params.applicationId }, language),
  'application.calendarFile': ({ account, params, language }) =>
    answerCalendar({ accountId: account.id, applicationId: params.id }, language),
};

const ofVisitors: Handlers<typeof letterCalls> = {
  'letter.verify': ({ params, ip, language }) => verifyLetter(params.code, { ip, language }),
};

/** The calls of this domain. */
export const routes: Routes[] = [
  { calls: served, handlers: ofApplications },
  { calls: letterCalls, handlers: ofVisitors },
];

type Which = { accountId: string; applicationId: string };

/**
 * The confirmation letter as a PDF in the reader's language.
 * @throws Refusal NOT_FOUND; LETTER_UNAVAILABLE; LETTER_WAITS while its guardian has to answer; LETTER_NOT_YET with the moment from which it may be
 *   printed.
 */
async function answerLetter(which: Which, language: Language): Promise<FileReply> {
  const facts = await inLine('letterReadsOfOne', which.accountId, () =>
    reading(async (tx) => (await letterFacts(tx, which)) ?? refuse('NOT_FOUND')),
  );
  const { isAvailable, availableFrom, guardianWait } = facts.standing;
  if (availableFrom === null) refuse('LETTER_UNAVAILABLE');
  if (guardianWait !== null) refuse('LETTER_WAITS');
  if (!isAvailable) refuse('LETTER_NOT_YET', { from: momentOf(availableFrom) });
  return await fileOf(facts, language, which.accountId);
}

/**
 * The letter as staff see it, also before its day.
 * @throws Refusal NOT_FOUND; LETTER_UNAVAILABLE where there is none as things are; LETTER_WAITS while its guardian has to answer.
 */
export async function letterFile(applicationId: string, language: Language): Promise<FileReply> {
  const facts = await reading(async (tx) => (await letterFacts(tx, { applicationId })) ?? refuse('NOT_FOUND'));
  if (facts.standing.availableFrom === null) refuse('LETTER_UNAVAILABLE');
  if (facts.standing.guardianWait !== null) refuse('LETTER_WAITS');
  return await fileOf(facts, language, 'staff');
}

async function fileOf(facts: LetterFacts, language: Language, whose: string): Promise<FileReply> {
  const { venueId } = facts.session;
  const catalogue = await catalogueNow((known) => venueId === null || known.venues.has(venueId));
  const data = letterData(facts, catalogue, language);
  if (missingGlyphs(JSON.stringify(data)).length > 0)
    logWarning('letter has characters without a glyph', { applicationId: facts.applicationId });
  const content = await renderLetter(data, language, 'mark', whose);
  return { content, fileName: letterFileName(facts, language), isInline: true };
}

/** A moment in China as every language reads it: `2026-12-04`, with the time where it is not midnight. */
function momentOf(instant: string): string {
  const time = chinaTimeOf(instant);
  return time === '00:00' ? chinaDateOf(instant) : `${chinaDateOf(instant)} ${time}`;
}

/**
 * The exam as a calendar entry; the place is the venue once the letter is there, the city before.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when no place is held.
 */
async function answerCalendar(which: Which, language: Language): Promise<FileReply> {
  const facts = await reading(async (tx) => (await letterFacts(tx, which)) ?? refuse('NOT_FOUND'));
  if (!liveApplicationStates.some((state) => state === facts.status)) refuse('ILLEGAL_STATE');
  const { productName, subjectName } = examNames(facts, language);
  const starts = facts.papers.map(({ paper }) => paper.startsAt).toSorted();
  const ends = facts.papers.map(({ paper }) => paper.endsAt).toSorted();
  const entry = {
    uid: `${facts.applicationId}@${new URL(settings().publicUrl).hostname}`,
    sequence: facts.letterVersion - 1,
    startsAt: starts[0] ?? facts.session.startsAt,
    endsAt: ends.at(-1) ?? facts.session.endsAt,
    title: `${productName}: ${subjectName}`,
    location: await locationOf(facts, language),
    description: letterWords[language].calendarText(facts.code, reportMinutes),
  };
  const content = calendarFile({ entries: [entry], madeAt: later(facts.createdAt, facts.registeredAt ?? '') });
  return { content, fileName: `exam-${facts.code}.ics` };
}

async function locationOf({ session, status }: LetterFacts, language: Language): Promise<string> {
  const catalogue = await catalogueNow((known) => known.cities.has(session.cityId));
  const city = catalogue.cities.get(session.cityId);
  const cityName = city ? nameIn(language, city) : '';
  const venue = placeOf(session, { catalogue, language });
  const isTold = session.status === 'Published' && letterStates.some((state) => state === status);
  return venue && isTold ? `${venue.name}, ${venue.address}` : cityName;
}
