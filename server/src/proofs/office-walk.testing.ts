import { type HistoryObject, staffCalls, type StaffCall, type StaffEndpointName } from '@exam/contract/staff';
import { keepFile } from '#office/files';
import { nobodysCandidate } from '#platform/nobody';
import { randomId } from '#platform/chance';
import { tableNames, type TableName } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { askStaff, type SignedInStaff } from '#testing';
import { staffTurn } from './growth-walk.testing.ts';
import { isObject, type Sent } from './requests.testing.ts';
import { staffNames, staffRequestOf } from './staff-requests.testing.ts';
import { withoutRequestId } from './world.testing.ts';

/** What a call said about an id of another office, and about an id that nobody has in the same place. */
export type Asked = { place: string; foreign: string; unknown: string };
/** A row that an answer named. */
export type Named = { call: StaffEndpointName; tables: TableName[] };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The tables in which each id of the database is a row. */
async function rowsById(): Promise<Map<string, TableName[]>> {
  const { rows: keyed } = await databasePool().query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  );
  const found = new Map<string, TableName[]>();
  for (const table of tableNames.filter((each) => keyed.some(({ name }) => name === each))) {
    const { rows } = await databasePool().query<{ id: string }>(`select id from ${table}`);
    for (const { id } of rows) found.set(id, [...(found.get(id) ?? []), table]);
  }
  return found;
}

/** Every id in a request, with the way to it. */
function idsIn(value: unknown, way: readonly string[] = []): { way: readonly string[]; id: string }[] {
  if (typeof value === 'string') return value.match(uuid)?.[0] === value ? [{ way, id: value }] : [];
  if (Array.isArray(value)) return value.flatMap((each, at) => idsIn(each, [...way, String(at)]));
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => idsIn(each, [...way, key])) : [];
}

/** The same request with another id at the end of a way. */
function replaced(sent: Sent, way: readonly string[], id: string): Sent {
  const copy = structuredClone(sent);
  let part: unknown = copy;
  for (const key of way.slice(0, -1)) part = isObject(part) || Array.isArray(part) ? Reflect.get(part, key) : null;
  if (isObject(part) || Array.isArray(part)) Reflect.set(part, way.at(-1) ?? '', id);
  return copy;
}

/** Keeps a file of a member of staff, for calls that take one. */
const keeping =
  ({ staff }: SignedInStaff) =>
  async () =>
    (
      await keepFile(
        { staffId: staff.id },
        { content: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), fileName: 'a.pdf' },
      )
    ).id;

/** Makes calls as a member of staff: never refused for the calls before, nor for want of a fresh proof. */
const asking = (staff: SignedInStaff) => async (name: StaffEndpointName, sent: Sent) => {
  await databasePool().query('delete from rate_limit');
  await databasePool().query('update staff_session set proved_at = app_now()');
  const { status, text } = await askStaff(staff, name, sent);
  return { status, said: `${status} ${withoutRequestId(text)}` };
};

/** The rows that notes and histories are of, but for those of the head office. */
const tableOfKind: Readonly<Record<Exclude<HistoryObject, 'staff' | 'rightsRequest'>, TableName>> = {
  application: 'application',
  order: 'exam_order',
  booking: 'booking',
  account: 'account',
  candidate: 'candidate',
  session: 'exam_session',
  refund: 'refund',
  postTest: 'post_test',
  cancellation: 'cancellation_request',
  sessionSubject: 'session_subject',
  paymentException: 'payment_exception',
  fapiao: 'fapiao',
};

/** The requests of a call: one of each kind of object where the kind is part of the request, else one. */
async function requestsOf(call: StaffEndpointName, keep: () => Promise<string>): Promise<Sent[]> {
  const sent = await staffRequestOf(call, keep);
  const schema: StaffCall = staffCalls[call];
  const part = schema.params ? 'params' : 'body';
  const requests: Sent[] = [];
  for (const [kind, table] of Object.entries(tableOfKind)) {
    const { rows } = await databasePool().query<{ id: string }>(`select id from ${table} order by ctid limit 1`);
    const row = rows[0] ?? { id: randomId() };
    for (const [kindKey, idKey] of [
      ['objectKind', 'objectId'],
      ['recordKind', 'recordId'],
    ] as const) {
      const about = { ...(isObject(sent[part]) ? sent[part] : {}), [kindKey]: kind, [idKey]: row.id };
      if (idsIn(sent[part]).some(({ way }) => way.join('.') === idKey) && schema[part]?.safeParse(about).success)
        requests.push({ ...sent, [part]: about });
    }
  }
  return requests.length > 0 ? requests : [sent];
}

/**
 * Somebody of an office that has nothing makes every call of the console about rows that are there, which are all of other offices.
 * @param isOfOffice whether rows of a table are of some office, and so not this one's.
 * @param isAsked whether a call is made at all.
 * @returns what they were told of each such id, and the rows of other offices that answers named.
 */
export async function walkAsStranger(
  stranger: SignedInStaff,
  { isOfOffice, isAsked }: { isOfOffice: (table: TableName) => boolean; isAsked: (call: StaffCall) => boolean },
): Promise<{ asked: Asked[]; named: Named[] }> {
  const known = await rowsById();
  const [keep, ask] = [keeping(stranger), asking(stranger)];
  const [asked, named]: [Asked[], Named[]] = [[], []];
  const names = staffNames.filter((name) => isAsked(staffCalls[name]));
  for (const call of names.toSorted((one, other) => staffTurn(one) - staffTurn(other)))
    for (const sent of await requestsOf(call, keep)) {
      const ids = idsIn(sent);
      const foreign = await ask(call, sent);
      const isOwn = (found: string) => found === nobodysCandidate || ids.some(({ id }) => id === found);
      const shown = foreign.said.match(uuid)?.filter((found) => !isOwn(found)) ?? [];
      const tables = new Set(shown.flatMap((id) => known.get(id) ?? []).filter(isOfOffice));
      if (tables.size > 0 && foreign.status < 400) named.push({ call, tables: [...tables] });
      for (const { way, id } of ids) {
        const of = known.get(id)?.filter(isOfOffice) ?? [];
        if (of.length === 0) continue;
        const nobodys = randomId();
        const unknown = await ask(call, replaced(sent, way, nobodys));
        const place = `${call} ${way.join('.')} (${of.join(', ')})`;
        asked.push({ place, foreign: foreign.said.replaceAll(id, ''), unknown: unknown.said.replaceAll(nobodys, '') });
      }
    }
  return { asked, named };
}

/** Rows whose office is beside them, or beside their session. */
const placed = `select id, office_id from city union all select id, office_id from exam_session union all select id, office_id from booking
  union all select paper.id, office_id from session_subject paper join exam_session session on session.id = session_id
  union all select application.id, office_id from application join exam_session session on session.id = session_id`;

/**
 * Somebody who has the first row that a request names, in an office, asks with a row of another office in each further place.
 * @param givenOfficer somebody of an office.
 */
export async function walkAcrossOffices(
  givenOfficer: (officeId: string) => Promise<SignedInStaff>,
  isAsked: (call: StaffCall) => boolean,
): Promise<Asked[]> {
  const known = await rowsById();
  const nobody = () => Promise.resolve(randomId());
  const asked: Asked[] = [];
  for (const call of staffNames.filter((name) => isAsked(staffCalls[name]))) {
    const sent = await staffRequestOf(call, nobody);
    const [first, ...others] = idsIn(sent);
    for (const { way, id } of others.filter((other) => other.id !== first?.id)) {
      const [table] = known.get(id) ?? [];
      const { rows } = await databasePool().query<{ office: string; foreign: string }>(
        `with placed as (${placed}) select own.office_id as office, other.id as foreign
         from placed own, placed other join ${table ?? 'city'} row on row.id = other.id
         where own.id = $1 and other.office_id <> own.office_id and exists (select from placed where id = $2) limit 1`,
        [first?.id, id],
      );
      const [pair] = rows;
      if (!pair) continue;
      const ask = asking(await givenOfficer(pair.office));
      const nobodys = randomId();
      const [foreign, unknown] = [
        await ask(call, replaced(sent, way, pair.foreign)),
        await ask(call, replaced(sent, way, nobodys)),
      ];
      asked.push({
        place: `${call} ${way.join('.')} (${table})`,
        foreign: foreign.said.replaceAll(pair.foreign, ''),
        unknown: unknown.said.replaceAll(nobodys, ''),
      });
    }
  }
  return asked;
}
