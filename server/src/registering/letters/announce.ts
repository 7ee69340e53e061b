import { letterStates } from '@exam/contract/machines';
import { claimLetter, letterFacts, lettersToPlan, moveLetterMail, type LetterFacts } from '#registering/applications';
import { accountContact } from '#people/accounts';
import { catalogueNow, type Catalogue } from '#offer/catalogue';
import { deliver, giveUp, messageAbout } from '#people/messages';
import { notify } from '#people/notices';
import { inTransaction, reading, type Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { handOver } from '#platform/each';
import { letterData, namedExamOf } from './letter-data.ts';
import { letterWords } from './letter-words.ts';
import { renderLetter } from './render-letter.ts';

/** Letters planned in one transaction of the sweep. */
const batch = 200;

/**
 * Tells the owner of a registration that the letter is there, if its day has come and it has not been told (9.8, R-68): by mail with the
 * letter attached where an address is bound, and by SMS where to print it. Before its day nothing happens: the sweep comes back.
 * A new version after a change of the pickup person is mailed again, without another SMS.
 */
export async function planLetter(applicationId: string): Promise<void> {
  const facts = await reading((tx) => letterFacts(tx, { applicationId }));
  if (!facts?.standing.isAvailable) return;
  const catalogue = await catalogueNow((known) => known.cities.has(facts.session.cityId));
  await inTransaction(async (tx) => {
    const current = await letterFacts(tx, { applicationId });
    if (current?.standing.isAvailable) await announce(tx, current, catalogue);
  });
}

async function announce(tx: Tx, facts: LetterFacts, catalogue: Catalogue): Promise<void> {
  const { applicationId, letterVersion: version } = facts;
  if (!(await claimLetter(tx, { applicationId, version }))) return;
  const isAgain = facts.announcedVersion > 0;
  await tell(tx, { facts, catalogue, version, ...(isAgain ? { channels: ['mail'] as const } : {}) });
}

type Telling = {
  facts: LetterFacts;
  catalogue: Catalogue;
  version: number;
  key?: string;
  channels?: readonly ['mail'];
};

/** `version` tells one telling from another: of equal ones only the first is sent. */
async function tell(tx: Tx, { facts, catalogue, version, key, channels }: Telling): Promise<void> {
  const { applicationId, accountId } = facts;
  const { language } = await accountContact(tx, accountId);
  const told = await notify(tx, {
    kind: 'letterReady',
    values: {
      applicationCode: facts.code,
      ...namedExamOf(facts, catalogue, language),
    },
    accountId,
    objectId: applicationId,
    version,
    ...(key === undefined ? {} : { key }),
    ...(channels ? { channels } : {}),
  });
  if (!told.includes('mail')) return;
  await moveLetterMail(tx, { applicationId, event: 'renew' });
  await moveLetterMail(tx, { applicationId, event: 'send' });
}

/**
 * Tells the owner once more about the present letter, at the wish of staff; of a version never told it is the first time. One wish is
 * told once, however often it is worked on.
 * @throws Refusal NOT_FOUND; LETTER_UNAVAILABLE; LETTER_WAITS for its guardian; LETTER_NOT_YET before its day; LETTER_UNDER_WAY while a mail of it is on its way.
 */
export async function tellLetterAgain(tx: Tx, applicationId: string, again: Again): Promise<void> {
  const facts = (await letterFacts(tx, { applicationId })) ?? refuse('NOT_FOUND');
  const { isAvailable, availableFrom, guardianWait } = facts.standing;
  if (availableFrom === null) refuse('LETTER_UNAVAILABLE');
  if (guardianWait !== null) refuse('LETTER_WAITS');
  if (!isAvailable) refuse('LETTER_NOT_YET', { from: availableFrom.slice(0, 10) });
  if (facts.emailStatus === 'Sending') refuse('LETTER_UNDER_WAY');
  const { catalogue, wishId } = again;
  const version = facts.letterVersion;
  if (await claimLetter(tx, { applicationId, version })) return await tell(tx, { facts, catalogue, version });
  await tell(tx, { facts, catalogue, version, key: wishId });
}

type Again = { catalogue: Catalogue; wishId: string };

/** The same as a job of its own; a letter that has gone meanwhile is left alone. */
export async function tellWished({ applicationId, wishId }: { applicationId: string; wishId: string }): Promise<void> {
  const catalogue = await catalogueNow(() => true);
  await inTransaction((tx) => tellLetterAgain(tx, applicationId, { catalogue, wishId })).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
  });
}

/** Plans every letter whose day has come: what was registered long before its exam, or whose exam was moved. Run by a cron. */
export async function sweepLetters(): Promise<void> {
  await handOver(batch, lettersToPlan, (applicationId) => ({
    task: 'letters.plan',
    payload: { applicationId },
    jobKey: `letter:${applicationId}`,
  }));
}

/** Sends the mail of a letter with the PDF that is valid at that moment, and keeps its state (9.8). */
export async function mailLetter(messageId: string): Promise<void> {
  const about = await reading((tx) => messageAbout(tx, messageId));
  if (!about) return;
  const applicationId = about.objectId;
  const attachments = about.state === 'Waiting' ? await attachmentsOf(applicationId, about.language) : [];
  if (attachments === null) return await inTransaction((tx) => letGo(tx, { messageId, applicationId }));
  // One that failed and is sent again is on its way once more.
  if (about.state === 'Waiting') await inTransaction((tx) => moveLetterMail(tx, { applicationId, event: 'send' }));
  const state = await deliver({ messageId, task: 'letters.mail', attachments });
  if (state === 'Waiting') return;
  await inTransaction((tx) => moveLetterMail(tx, { applicationId, event: state === 'Sent' ? 'deliver' : 'fail' }));
}

/** There is no letter to go with the mail: the mail ends, and staff see it; of an ended registration nothing moves any more (9.8). */
async function letGo(tx: Tx, { messageId, applicationId }: { messageId: string; applicationId: string }) {
  await giveUp(tx, messageId, 'noLetter');
  const facts = await letterFacts(tx, { applicationId });
  if (facts && letterStates.some((state) => state === facts.status))
    await moveLetterMail(tx, { applicationId, event: 'fail' });
}

/** Null when there is no letter any more: a cancelled registration's is never sent again (9.8). */
async function attachmentsOf(applicationId: string, language: 'en' | 'zh') {
  const facts = await reading((tx) => letterFacts(tx, { applicationId }));
  if (!facts?.standing.isAvailable) return null;
  const { venueId } = facts.session;
  const catalogue = await catalogueNow((known) => venueId === null || known.venues.has(venueId));
  const content = await renderLetter(letterData(facts, catalogue, language), language, 'mark', 'mail');
  return [{ fileName: letterFileName(facts, language), mediaType: 'application/pdf', content }];
}

/** `准考证-P261121XXXXX.pdf` or `confirmation-letter-P261121XXXXX.pdf`. */
export function letterFileName({ code }: Pick<LetterFacts, 'code'>, language: 'en' | 'zh'): string {
  return letterWords[language].fileName(code);
}
