import type { OwnCopy } from '@exam/contract/entities';
import { declaredOf } from '@exam/contract/forms';
import type { Language } from '@exam/contract/messages';
import type { CopyField, CopyPart } from '@exam/contract/rules';
import { audit } from '#office/audit';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http';
import { requestIdsOfCandidate } from '#services/post-test';
import type { StaffActor } from '#platform/staff-http';
import { partsOf } from '../copy/copy.ts';
import { copyPage } from '../copy/copy-page.ts';
import { noteDone } from './grant.ts';
import { lockAsking, lookAt, peopleOfAsking, raiseVersion } from './store.ts';

/**
 * What a close relative is given of somebody who has died (PIPL 49): what is of that person, and nothing of others. So neither guardians and
 * pickup persons, nor contacts at institutions, nor what was entered or imported in one piece, nor notes, which name both.
 */
const ofDeceased: readonly CopyPart[] = [
  'candidates',
  'applications',
  'arrangements',
  'attendance',
  'misconductCases',
  'filedDocuments',
  'moves',
  'bookings',
  'bookingArrangements',
  'bookingDates',
  'postTests',
  'postTestItems',
  'consents',
  'circulars',
  'passedOn',
  'postTestPassedOn',
];

/** What whoever registered the deceased wrote in their own words, or entered in one piece: it may speak of others. */
const typedByHolder: readonly string[] = ['withdrawReason', 'cancelReason', 'steps'] satisfies CopyField[];

/** And of the account, where it was the deceased's own. What its holder wrote about a cancellation may speak of others. */
const ofHolder: readonly CopyPart[] = [
  'account',
  'sessions',
  'devices',
  'passkeys',
  'orders',
  'orderLines',
  'payments',
  'paymentAttempts',
  'refunds',
  'fapiao',
  'fapiaoPapers',
  'messages',
  'invitations',
];

/** The fields of forms that name somebody at a university, an institution or a school. */
const contacts = Object.entries(declaredOf)
  .filter(([, { purpose }]) => purpose === 'contactOfInstitution')
  .map(([field]) => field);

type Handing = { id: string; version: number; language: Language; reason: string };

/**
 * Makes the copy that a relative was granted, whole, for staff to hand out (PIPL 49): what is held of the deceased alone. `reason` says how
 * it reaches the relative.
 * @throws Refusal as `lockAsking`; RELATIVE_NOT_GRANTED; ILLEGAL_STATE for a request of another kind; MINOR_APPROVAL_NEEDED.
 */
export async function handOut(tx: Tx, staff: StaffActor, { language, reason, ...seen }: Handing): Promise<FileReply> {
  const asking = await lockAsking(tx, seen);
  const { id, code, kind, account_id: accountId, candidate_id: candidateId } = asking.request;
  if (kind !== 'Copy' || accountId === null) return refuse('ILLEGAL_STATE');
  if (asking.relative.granted_at === null) refuse('RELATIVE_NOT_GRANTED');
  const entryId = await audit(tx, {
    staff,
    action: 'rights.handOut',
    object: { kind: 'rightsRequest', id },
    reason,
    people: await peopleOfAsking(tx, asking),
  });
  await lookAt(tx, staff, asking, { purpose: 'rights.handOut', act: 'Exported', reason, entryId });
  const requestIds = candidateId === null ? [] : await requestIdsOfCandidate(tx, candidateId);
  const isWholeAccount = asking.relative.is_whole_account;
  const names = [...(candidateId === null ? [] : ofDeceased), ...(isWholeAccount ? ofHolder : [])];
  const only = { candidateId, requestIds };
  const all = await partsOf(tx, names, { accountId, language, only, isWhole: true });
  const ofOne = all.map(withoutOthers);
  const parts = isWholeAccount ? ofOne : ofOne.map(withoutHolder);
  await noteDone(tx, id);
  await raiseVersion(tx, id);
  const page = copyPage(language, { code, madeAt: await readNow(tx), parts });
  return { content: Buffer.from(page), mediaType: 'application/octet-stream', fileName: `${code}.html` };
}

type Part = OwnCopy['parts'][number];

/** Neither the words of whoever registered, nor the contact at an institution that a form asks for. */
function withoutOthers(part: Part): Part {
  const own = part.rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !typedByHolder.includes(field))),
  );
  return {
    ...part,
    rows: own.map((row) => ('formJson' in row ? { ...row, formJson: withoutContacts(row['formJson']) } : row)),
  };
}

/** The answers of a form; null for what is not readable as such, since whom it names cannot be told. */
function withoutContacts(answers: unknown): unknown {
  if (typeof answers !== 'object' || answers === null) return null;
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !contacts.includes(field)));
}

/** From where and on what the holder ticked a consent is the holder's, who may be alive. */
function withoutHolder(part: Part): Part {
  if (part.name !== 'consents') return part;
  return {
    ...part,
    rows: part.rows.map(({ network: _network, device: _device, guardianRelation: _relation, ...row }) => row),
  };
}
