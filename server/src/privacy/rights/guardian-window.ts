import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import { isWishAbout, noteAnswer, openLink, type OpenLink, wishesOf } from '#people/guardians';
import { notify } from '#people/notices';
import { findOwnLooks } from '#office/access';
import { birthKeyOf } from '#platform/birth';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { theSystem } from '#platform/transition';
import { deleteCandidate } from './delete-candidate.ts';
import { heldData } from './held-data.ts';
import { openRequest, presentRequests, type RequestRow, waitUntil } from './store.ts';

/** How many looks the page of a guardian shows; it says how many there were in all. */
const looksShown = 50;

type Knowing = { token: string; birthDate: string };

/**
 * What is kept of a child, for the guardian who has no account of their own (PIPL 45). The link came to their number; that they know the birth date
 * as well keeps out whoever was sent it by mistake. Tries are counted by the caller.
 * @throws Refusal NOT_FOUND as `openLink`, and for a guardian who has been replaced; FIELDS under `birthDate`.
 */
export async function showKept(
  tx: Tx,
  { language, ...knowing }: Knowing & { language: Language },
): Promise<Reply<'guardian.kept'>> {
  const link = await openFor(tx, knowing);
  const { accountId } = link.thing;
  const candidateId = await candidateOf(tx, link);
  const held = (await heldData(tx, accountId)).candidates.find(({ id }) => id === candidateId);
  const isShown = held !== undefined && held.state !== 'Restricted';
  const looks = isShown
    ? await findOwnLooks(tx, accountId, { candidateId: held.id, pageIndex: 1, pageSize: looksShown })
    : null;
  return {
    child: { name: await nameOf(tx, link), birthDate: knowing.birthDate, idNo: held?.idNo ?? null },
    sittings: await sittingsOf(tx, link, language),
    kept: held?.kept ?? [],
    looks: looks?.list ?? [],
    lookCount: looks?.recordCount ?? 0,
    requests: await requestsOf(tx, link),
  };
}

type Wish = { kind: 'Correction' | 'Deletion'; wish: string };

/**
 * A guardian asks by their link that what is kept of the child is corrected or deleted (PIPL 46, 47): a request that staff answer, and that the
 * account does not see. The same wish again, while it waits, is the same request.
 * @throws Refusal as `showKept`; FIELDS where nothing was written.
 */
export async function askAsGuardian(
  tx: Tx,
  { kind, wish, ...knowing }: Knowing & Wish,
): Promise<Reply<'guardian.ask'>> {
  const link = await openFor(tx, knowing);
  const words = wish.trim();
  if (words === '') refuse('FIELDS', {}, { wish: 'REQUIRED_FIELD' });
  const same = (await requestsOf(tx, link)).find(
    (each) => each.kind === kind && each.wish === words && each.answeredAt === null,
  );
  if (same) return { code: same.code, dueAt: same.dueAt };
  const { accountId } = link.thing;
  const asked = { accountId, candidateId: await candidateOf(tx, link), kind, wish: words, isByGuardian: true };
  const request = await openRequest(tx, { ...asked, actor: theSystem });
  await noteAnswer(tx, { caseId: link.case.id, kind: 'wished', at: await readNow(tx), requestId: request.id });
  return { code: request.code, dueAt: request.due_at };
}

/**
 * Staff grant a guardian the deletion: as if the account had asked for it, which is told that the child is gone. A record that has become another child's stays.
 * @throws Refusal CANDIDATE_BUSY while something of the child is under way.
 */
export async function deleteForGuardian(tx: Tx, request: RequestRow): Promise<void> {
  const { id, account_id: accountId, candidate_id: candidateId } = request;
  if (accountId === null || candidateId === null) return;
  const { rows } = await sql`
    select from candidate where id = ${candidateId} and restricted_at is null and anonymised_at is null`.execute(tx);
  if (rows.length === 0 || !(await isWishAbout(tx, { requestId: id, candidateId }))) return;
  const { waitsUntil } = await deleteCandidate(tx, { accountId, candidateId });
  await waitUntil(tx, id, waitsUntil);
  await notify(tx, { kind: 'guardianDeleted', values: { requestCode: request.code }, accountId, objectId: id });
}

async function openFor(tx: Tx, { token, birthDate }: Knowing): Promise<OpenLink> {
  const link = await openLink(tx, token, { isToRead: true });
  if (link.kind === 'told') refuse('NOT_FOUND');
  const { accountId, birthKey } = link.thing;
  if (birthKey?.equals(birthKeyOf(accountId, birthDate)) !== true)
    refuse('FIELDS', {}, { birthDate: 'DOB_NOT_THE_CHILDS' });
  return link;
}

/**
 * The saved candidate whom the link is about, on the list or not; null where there is none, or where the account has made another child of the record: of
 * that one the guardian sees nothing, and nothing is deleted.
 */
async function candidateOf(tx: Tx, { thing, things }: OpenLink): Promise<string | null> {
  const named = things.flatMap(({ candidateId }) => candidateId ?? []);
  const { rows } = await sql<{ id: string }>`
    select id from candidate where account_id = ${thing.accountId} and anonymised_at is null
      and is_same_child(${thing.personKey}::bytea, ${thing.birthKey}::bytea, ${thing.lastName}::text, ${thing.letters}::text,
        person_key, birth_key, upper(last_name), letters_of(last_name || first_name))
      and (id = any(${named}::uuid[]) or person_key = ${thing.personKey})
    order by id = any(${named}::uuid[]) desc, deleted_at is not null, created_at desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

async function nameOf(tx: Tx, { thing }: OpenLink): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(name) as name from person_record where id = ${thing.objectId}`.execute(tx);
  return rows[0]?.name ?? '';
}

/** What in this account the guardian is named for, of this child. */
async function sittingsOf(
  tx: Tx,
  { case: known }: OpenLink,
  language: Language,
): Promise<Reply<'guardian.kept'>['sittings']> {
  const exam = sql.ref(language === 'zh' ? 'thing.exam_zh' : 'thing.exam_en');
  const { rows } = await sql<Reply<'guardian.kept'>['sittings'][number]>`
    select thing.code, ${exam} as "examName", thing.exam_date::text as "examDate" from sitting_begins thing
    where thing.account_id = ${known.accountId} and thing.birth_key = ${known.birthKey} and thing.guardian_key = ${known.numberKey}
      and thing.is_placed and not thing.is_restricted
    order by thing.begins_at desc nulls last, thing.object_id`.execute(tx);
  return rows;
}

async function requestsOf(tx: Tx, { case: known }: OpenLink): Promise<Reply<'guardian.kept'>['requests']> {
  const rows = await tx
    .selectFrom('rights_request')
    .selectAll()
    .where('is_by_guardian', '=', true)
    .where('anonymised_at', 'is', null)
    .where('id', '=', sql<string>`any(${await wishesOf(tx, known)}::uuid[])`)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  return await presentRequests(tx, rows);
}
