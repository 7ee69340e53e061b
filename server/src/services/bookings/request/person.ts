import { type CheckedPickup, maskIdNumber } from '@exam/contract/rules';
import { idTypes, type IdType } from '@exam/contract/entities';
import type { BookedPerson, Entry } from '#registering/applications';
import type { OpenedGuardian } from '#people/candidates';
import { ageClassOn, birthColumns, dobOf, genderOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { seal, unseal } from '#platform/vault';
import { type Arrangement, type BookingRow, peopleOf, type PersonRow } from '../store.ts';

const place = (row: string, column: string) => ({ table: 'booking', row, column });
const personPlace = (row: string, column: string) => ({ table: 'booking_person', row, column });

/** The person of a booking as it is at submission, sealed. */
export function snapshotOf(
  { id, accountId, today, guardianKey }: { id: string; accountId: string; today: string; guardianKey: Buffer | null },
  { candidate, leaveAlone }: Entry,
) {
  const sealed = (value: string | null, column: string) => (value === null ? null : seal(value, place(id, column)));
  return {
    candidate_id: candidate.id,
    person_key: candidate.personKey,
    id_type: candidate.idType,
    id_no_sealed: seal(candidate.idNo, place(id, 'id_no')),
    first_name: candidate.firstName,
    last_name: candidate.lastName,
    name_zh_sealed: sealed(candidate.nameZh, 'name_zh'),
    gender_sealed: seal(candidate.gender, place(id, 'gender')),
    ...birthColumns({ table: 'booking', row: id, accountId }, { dob: candidate.dob, today }),
    email_sealed: sealed(candidate.email, 'email'),
    mobile_sealed: sealed(candidate.mobile, 'mobile'),
    class_when_made: ageClassOn(candidate.dob, today),
    guardian_key: guardianKey,
    leave_alone: leaveAlone,
  };
}

/** Guardian and pickup person of a new booking. */
export async function writePeople(
  tx: Tx,
  bookingId: string,
  { guardian, pickupPerson }: Pick<Entry, 'guardian' | 'pickupPerson'>,
): Promise<void> {
  const people = [
    guardian && rowOf(bookingId, 'Guardian', guardian),
    pickupPerson && rowOf(bookingId, 'PickupPerson', pickupPerson),
  ];
  const rows = people.flatMap((row) => row ?? []);
  if (rows.length > 0) await tx.insertInto('booking_person').values(rows).execute();
}

function rowOf(bookingId: string, role: PersonRow['role'], person: OpenedGuardian | CheckedPickup) {
  const id = randomId();
  return {
    id,
    booking_id: bookingId,
    role,
    name_sealed: seal(person.name, personPlace(id, 'name')),
    id_type: person.idType,
    id_no_sealed: seal(person.idNo, personPlace(id, 'id_no')),
    mobile_sealed: seal(person.mobile, personPlace(id, 'mobile')),
    type: person.type,
  };
}

/** What is shown of the document number of a booking's candidate. Nothing of it is in clear (decision 0051). */
export function maskedIdNo(booking: BookingRow): string {
  return maskIdNumber(openIdNo(booking));
}

/** The same of a guardian's or pickup person's. */
export function maskedPersonIdNo(row: PersonRow): string {
  return maskIdNumber(openPersonIdNo(row));
}

/** The name of a booking's candidate in Chinese characters, where it was given. */
export function openChineseName(booking: BookingRow): string | null {
  return booking.name_zh_sealed && unseal(booking.name_zh_sealed, place(booking.id, 'name_zh'));
}

/** E-mail and mobile of a booking's candidate. */
export function openContacts(booking: BookingRow): { email: string | null; mobile: string | null } {
  return { email: open(booking, 'email'), mobile: open(booking, 'mobile') };
}

/** Who may collect a minor beside the guardian, as named with the request; null where nobody is. */
export async function pickupOfBooking(tx: Tx, bookingId: string): Promise<{ name: string; mobile: string } | null> {
  const person = (await peopleOf(tx, bookingId)).find(({ role }) => role === 'PickupPerson');
  return person ? openPerson(person) : null;
}

/** Name and mobile of a guardian or pickup person. */
export function openPerson(row: PersonRow): { name: string; mobile: string } {
  return {
    name: unseal(row.name_sealed, personPlace(row.id, 'name')),
    mobile: unseal(row.mobile_sealed, personPlace(row.id, 'mobile')),
  };
}

/** The normalised answers of the booking's form as JSON; null where it has none. */
export function openForm(booking: BookingRow): string | null {
  return booking.form_json_sealed === null ? null : unseal(booking.form_json_sealed, place(booking.id, 'form_json'));
}

/** Seals the answers of a form and the step log of a new booking. */
export function sealAnswers(id: string, { formJson, steps }: { formJson: string | null; steps: readonly object[] }) {
  return {
    form_json_sealed: formJson === null ? null : seal(formJson, place(id, 'form_json')),
    steps_sealed: seal(JSON.stringify(steps), place(id, 'steps')),
  };
}

/** What candidates write about a booking in their own words. */
export type OwnWords = 'reject_reason' | 'cancel_reason';

/** Seals why a candidate sends an arrangement back or cancels, as the column's new value: it may name an illness (decision 0054). */
export function sealWords(id: string, column: OwnWords, words: string): Partial<Record<`${OwnWords}_sealed`, Buffer>> {
  return { [`${column}_sealed`]: seal(words, place(id, column)) };
}

/** What `sealWords` was given; null where nothing is written. */
export function openWords(booking: BookingRow, column: OwnWords): string | null {
  const sealed = booking[`${column}_sealed`];
  return sealed === null ? null : unseal(sealed, place(booking.id, column));
}

/** Seals what staff have prepared of a booking and not issued: it may tell of a special arrangement. */
export function sealDraft(id: string, draft: object): Buffer {
  return seal(JSON.stringify(draft), place(id, 'draft'));
}

/** What `sealDraft` was given; null where nothing is prepared. */
export function openDraft(booking: BookingRow): unknown {
  return booking.draft_sealed === null ? null : JSON.parse(unseal(booking.draft_sealed, place(booking.id, 'draft')));
}

const grantedPlace = (row: string) => ({ table: 'booking_arrangement', row, column: 'arrangement_granted' });

/** Seals what an arrangement grants of special needs. */
export function sealGranted(id: string, granted: string | null): Buffer | null {
  return granted === null ? null : seal(granted, grantedPlace(id));
}

/** What `sealGranted` was given. */
export function openGranted(arrangement: Pick<Arrangement, 'id' | 'arrangement_granted_sealed'>): string | null {
  const { id, arrangement_granted_sealed: sealed } = arrangement;
  return sealed === null ? null : unseal(sealed, grantedPlace(id));
}

/** Everything of the person opened, for the applications that come of the booking. */
export async function openBooked(tx: Tx, booking: BookingRow): Promise<BookedPerson> {
  const people = await peopleOf(tx, booking.id);
  const guardian = people.find((person) => person.role === 'Guardian');
  const pickup = people.find((person) => person.role === 'PickupPerson');
  return {
    candidateId: booking.candidate_id,
    personKey: booking.person_key,
    idType: booking.id_type,
    idNo: openIdNo(booking),
    firstName: booking.first_name,
    lastName: booking.last_name,
    nameZh: openChineseName(booking),
    gender: genderOf('booking', booking),
    dob: dobOf('booking', booking),
    ...openContacts(booking),
    leaveAlone: booking.leave_alone,
    guardianKey: booking.guardian_key,
    guardian: guardian ? opened(guardian) : null,
    pickupPerson: pickup ? opened(pickup) : null,
  };
}

function opened(row: PersonRow) {
  return {
    ...openPerson(row),
    idType: idTypeOf(row.id_type),
    idNo: openPersonIdNo(row),
    type: row.type ?? 'Other',
  };
}

/** The kind of a document as the snapshot keeps it. */
export function idTypeOf(value: string): IdType {
  return idTypes.find((type) => type === value) ?? 'Passport';
}

function openIdNo(booking: BookingRow): string {
  return unseal(booking.id_no_sealed, place(booking.id, 'id_no'));
}

function openPersonIdNo(row: PersonRow): string {
  return unseal(row.id_no_sealed, personPlace(row.id, 'id_no'));
}

function open(booking: BookingRow, column: 'email' | 'mobile'): string | null {
  const sealed = column === 'email' ? booking.email_sealed : booking.mobile_sealed;
  return sealed === null ? null : unseal(sealed, place(booking.id, column));
}
