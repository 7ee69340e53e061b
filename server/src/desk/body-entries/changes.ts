import type { GuardianWait } from '@exam/contract/entities';
import { chinaTimeOf } from '@exam/contract/rules';
import { type EntryField, entryCells, type EntryTemplate, entryTemplateOf } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import { maskMinors } from '#office/access';
import { openApplications, type OpenedApplication, seated } from '#registering/applications';
import { mayBePassedOn } from '#people/consents';
import { guardianWaits } from '#people/guardians';
import { dobOf, genderOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { blindIndex } from '#platform/vault';

/** Which candidates: a session's, or those of every session of the product that is still to come. */
export type Scope = { productId: string; sessionId: string | null };

export type Body = {
  id: string;
  code: string;
  nameEn: string;
  nameZh: string;
  /** Where the data goes (3-domain 6.2), ISO 3166. */
  country: string;
  template: EntryTemplate;
};

/** One line of the next export. */
export type EntryChange = {
  applicationId: string;
  code: string;
  candidateName: string;
  personKey: Buffer;
  change: 'New' | 'Changed' | 'Withdrawn';
  cells: string[];
  fingerprint: Buffer;
};

type Left = {
  applicationId: string;
  code: string;
  candidateName: string;
  why: 'NoConsent' | 'TooLong' | 'Guardian';
  headings: string[];
  guardianWait: GuardianWait | null;
};

/** An earlier export, whose file is made again. */
export type Again = { productId: string; exportId: string };

export type EntryChanges = { body: Body; rows: EntryChange[]; unchanged: number; left: Left[] };

/** The awarding body that a product's entries go to. @throws Refusal NOT_FOUND; NO_AWARDING_BODY; RECIPIENT_NOT_KNOWN. */
export async function bodyOf(tx: Tx, productId: string): Promise<Body> {
  const { rows } = await sql<{
    id: string | null;
    code: string;
    nameEn: string;
    nameZh: string;
    country: string | null;
  }>`
    select body.id, body.code, body.name_en as "nameEn", body.name_zh as "nameZh", body.country
    from product left join awarding_body body on body.id = product.awarding_body_id where product.id = ${productId}`.execute(
    tx,
  );
  const body = rows[0] ?? refuse('NOT_FOUND');
  const id = body.id ?? refuse('NO_AWARDING_BODY');
  return { ...body, id, country: body.country ?? refuse('RECIPIENT_NOT_KNOWN'), template: entryTemplateOf(body.code) };
}

type Row = {
  id: string;
  code: string;
  candidateName: string;
  personKey: Buffer;
  isSeated: boolean;
  hasConsent: boolean;
  lastChange: EntryChange['change'] | null;
  lastFingerprint: Buffer | null;
  examDate: string;
  startsAt: string;
  subjectCode: string | null;
  subjectName: string | null;
  city: string;
  venue: string | null;
};

/**
 * What has changed since the body was last told (3-domain 6.2): who is new, whose values differ, who is out. Nobody is passed on
 * without the living consent to it, nor while its guardian is waited for (PIPL 31), nor with a value that the body does not take.
 * @throws Refusal NOT_FOUND for a product without a session of the staff's offices; as `bodyOf`.
 */
export async function entryChanges(tx: Tx, staff: StaffActor, scope: Scope): Promise<EntryChanges> {
  const body = await bodyOf(tx, scope.productId);
  const found = await rowsOf(tx, staff, { scope, body });
  const opened = new Map(
    (
      await openApplications(
        tx,
        found.map(({ id }) => id),
      )
    ).map((each) => [each.row.id, each] as const),
  );
  const waits = await guardianWaits(
    tx,
    found.map(({ id }) => id),
  );
  const changes: EntryChanges = { body, rows: [], unchanged: 0, left: [] };
  for (const row of found)
    add(changes, { ...row, guardianWait: waits.get(row.id) ?? null }, opened.get(row.id) ?? refuse('NOT_FOUND'));
  return changes;
}

/** Dry run of an export: the same changes, with their people named as in lists. @throws Refusal as `entryChanges`. */
export async function previewChanges(tx: Tx, staff: StaffActor, scope: Scope): Promise<EntryChanges> {
  const { rows, left, ...changes } = await entryChanges(tx, staff, scope);
  const recordOf = ({ applicationId }: { applicationId: string }) => applicationId;
  return {
    ...changes,
    rows: await maskMinors(tx, staff, rows, recordOf),
    left: await maskMinors(tx, staff, left, recordOf),
  };
}

function add(changes: EntryChanges, row: Row & Pick<Left, 'guardianWait'>, opened: OpenedApplication): void {
  const { id: applicationId, code, candidateName, personKey, lastChange, lastFingerprint } = row;
  const isKnown = lastChange !== null && lastChange !== 'Withdrawn';
  if (!row.isSeated && !isKnown) return;
  const { cells, tooLong } = entryCells(changes.body.template, valuesOf(row, opened));
  const line = { applicationId, code, candidateName };
  const leave = (why: Left['why'], headings: string[] = []) =>
    changes.left.push({ ...line, why, headings, guardianWait: row.guardianWait });
  if (!row.isSeated) {
    const fingerprint = fingerprintOf(['Withdrawn', ...cells]);
    changes.rows.push({ ...line, personKey, change: 'Withdrawn', cells, fingerprint });
    return;
  }
  const fingerprint = fingerprintOf(cells);
  if (isKnown && lastFingerprint?.equals(fingerprint)) changes.unchanged += 1;
  else if (!row.hasConsent) leave('NoConsent');
  else if (row.guardianWait !== null) leave('Guardian');
  else if (tooLong.length > 0) leave('TooLong', tooLong);
  else changes.rows.push({ ...line, personKey, change: isKnown ? 'Changed' : 'New', cells, fingerprint });
}

function fingerprintOf(cells: readonly string[]): Buffer {
  return blindIndex('entry_row.fingerprint', JSON.stringify(cells));
}

function valuesOf(row: Row, { idType, idNo, row: own }: OpenedApplication): Record<EntryField, string> {
  return {
    applicationCode: row.code,
    lastName: own.last_name,
    firstName: own.first_name,
    fullName: `${own.last_name}: ${own.first_name}`.trim(),
    gender: genderOf('application', own),
    dob: dobOf('application', own),
    idType,
    // Opened only where a body asks for it.
    get idNo() {
      return idNo();
    },
    subjectCode: row.subjectCode ?? '',
    subjectName: row.subjectName ?? '',
    examDate: row.examDate,
    startTime: chinaTimeOf(row.startsAt),
    city: row.city,
    venue: row.venue ?? '',
  };
}

/**
 * The rows of an earlier export, with the present values and the change that it told. Candidates who may no longer be passed on are left out, except
 * where the row says that they have withdrawn.
 * @throws Refusal NOT_FOUND for an export of another product, or without a registration of the staff's offices; as `bodyOf`.
 */
export async function entriesAgain(tx: Tx, staff: StaffActor, { productId, exportId }: Again): Promise<EntryChanges> {
  const body = await bodyOf(tx, productId);
  const found = await rowsWhere(tx, staff, {
    productId,
    told: sql`entry.export_id = ${exportId}::uuid`,
    which: sql`last.change is not null`,
  });
  if (found.length === 0) refuse('NOT_FOUND');
  const ids = found.map(({ id }) => id);
  const opened = new Map((await openApplications(tx, ids)).map((each) => [each.row.id, each] as const));
  const waits = await guardianWaits(tx, ids);
  const rows = found.flatMap((row): EntryChange[] => {
    const { id: applicationId, code, candidateName, personKey, lastChange: change } = row;
    const mayGo = change === 'Withdrawn' || (row.hasConsent && !waits.has(applicationId));
    const person = opened.get(applicationId);
    if (change === null || !mayGo || person === undefined) return [];
    const { cells } = entryCells(body.template, valuesOf(row, person));
    return [{ applicationId, code, candidateName, personKey, change, cells, fingerprint: fingerprintOf(cells) }];
  });
  return { body, rows, unchanged: 0, left: [] };
}

function rowsOf(tx: Tx, staff: StaffActor, { scope, body }: { scope: Scope; body: Body }): Promise<Row[]> {
  return rowsWhere(tx, staff, {
    productId: scope.productId,
    told: sql`export.awarding_body_id = ${body.id}`,
    which: sql`case when ${scope.sessionId}::uuid is null then place.ends_at > app_now() or last.change is not null
        else desk.session_id = ${scope.sessionId}::uuid end
      and (desk.status in ${seated}
        or last.change in ('New', 'Changed'))`,
  });
}

type Which = { productId: string; told: RawBuilder<unknown>; which: RawBuilder<unknown> };

/** Registrations of a product in the staff's offices, each with the last that was told of it among the exports in question. */
async function rowsWhere(tx: Tx, staff: StaffActor, { productId, told, which }: Which): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select desk.id, desk.code, desk.candidate_name as "candidateName", desk.person_key as "personKey",
      desk.status in ${seated} as "isSeated",
      ${mayBePassedOn(sql`consent.application_id = desk.id or consent.booking_id = application.booking_id`)} as "hasConsent",
      last.change as "lastChange", last.fingerprint as "lastFingerprint",
      place.exam_date as "examDate", place.starts_at as "startsAt", summary.component_code as "subjectCode",
      summary.subject_name_en as "subjectName", place.city_name_en as city, place.venue_name_en as venue
    from registration_desk desk
    join application on application.id = desk.id
    join session_place place on place.session_id = desk.session_id
    join application_summary summary on summary.application_id = desk.id
    left join lateral (
      select entry.change, entry.fingerprint from entry_row entry join entry_export export on export.id = entry.export_id
      where entry.application_id = desk.id and ${told}
      order by export.exported_at desc, export.id desc limit 1
    ) last on true
    where desk.product_id = ${productId} and ${inOffices(staff, 'desk.office_id')} and ${which}
    order by desk.exam_date, desk.code`.execute(tx);
  return rows;
}
