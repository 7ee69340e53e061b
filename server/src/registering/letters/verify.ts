import { maskIdNumber } from '@exam/contract/rules';
import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/contract/messages';
import { letterStates } from '@exam/contract/machines';
import { examNames, letterFacts, type LetterFacts } from '#registering/applications';
import { catalogueNow, nameIn } from '#offer/catalogue';
import { reading } from '#platform/database';
import { takeLimit } from '#platform/limits';

type Verified = Reply<'letter.verify'>;

const unknown: Verified = {
  isValid: false,
  candidateName: null,
  idNo: null,
  productName: null,
  subjectName: null,
  examDate: null,
  startTime: null,
  cityName: null,
  issuedAt: null,
  isNewestVersion: false,
};

/**
 * Says whether a printed letter is valid (T37): the code is known, the registration is valid, its day has come and no newer version
 * was made. A code that is not known says nothing at all, and neither does one whose letter waits for its guardian or its day; of a known one the
 * person is shown masked, with the end of the document number only while there is a letter.
 * @throws Refusal RATE_LIMITED after 60 tries in an hour from one address.
 */
export async function verifyLetter(
  typed: string,
  { ip, language }: { ip: string; language: Language },
): Promise<Verified> {
  await takeLimit('letter.ip', ip);
  const code = readVerifyCode(typed);
  const facts = code && (await reading((tx) => letterFacts(tx, { letterCode: code.letterCode })));
  if (!code || !facts || facts.registeredAt === null) return unknown;
  const { isAvailable, availableFrom } = facts.standing;
  const isRegistered = letterStates.some((state) => state === facts.status);
  if (isRegistered && !isAvailable) return unknown;
  const { cities } = await catalogueNow((known) => known.cities.has(facts.session.cityId));
  const city = cities.get(facts.session.cityId);
  const isNewestVersion = code.version === facts.letterVersion;
  return {
    isValid: isNewestVersion && isAvailable,
    candidateName: maskName(facts),
    idNo: isAvailable ? maskIdNumber(facts.idNo) : null,
    ...examNames(facts, language),
    examDate: facts.session.examDate,
    startTime: facts.papers[0]?.paper.startTime ?? facts.session.startTime,
    cityName: city ? nameIn(language, city) : null,
    issuedAt: availableFrom,
    isNewestVersion,
  };
}

/** The surname and the first letter of the given name: `WANG X*******`. */
function maskName({ lastName, firstName }: Pick<LetterFacts, 'lastName' | 'firstName'>): string {
  return `${lastName} ${firstName.slice(0, 1)}${'*'.repeat(Math.max(0, firstName.length - 1))}`.trim();
}

/** `ABCDE-FGHJK-MNPQR-STVWX-2`, as people may type it. */
function readVerifyCode(typed: string): { letterCode: string; version: number } | null {
  const bare = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const match = /^([0-9A-HJKMNP-TV-Z]{20})(\d{1,4})$/.exec(bare);
  const [, code = '', version = ''] = match ?? [];
  return match ? { letterCode: code.replace(/(.{5})(?=.)/g, '$1-'), version: Number(version) } : null;
}
