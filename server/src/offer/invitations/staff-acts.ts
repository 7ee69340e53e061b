import { maskPhone } from '@exam/contract/rules';
import type { InvitationCodeItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { accountContact } from '#people/accounts';
import { audit } from '#office/audit';
import { randomCode, randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { invitationCodeHash } from './code-hash.ts';

type Listed = z.output<StaffCalls['invitations.list']['reply']>;
type Uses = z.output<StaffCalls['invitations.uses']['reply']>;
type Made = { id: string; code: string };

/** Characters of a code: 50 random bits in Crockford base32 (T12). */
const codeLength = 10;

/** The codes of a session, the newest first; the codes themselves are nowhere. @throws Refusal NOT_FOUND. */
export async function listCodes(tx: Tx, staff: StaffActor, sessionId: string): Promise<Listed> {
  const isExclusive = await checkSession(tx, staff, sessionId);
  const { rows } = await sql<InvitationCodeItem>`
    select code.id, code.label, code.use_limit as "useLimit", code.made_by_name as "madeBy", code.made_at as "madeAt",
      code.ended_at as "endedAt", code.replaced_by is not null as "isReplaced", code.version,
      (select count(*)::integer from invitation_use use where use.code_id = code.id) as uses
    from invitation_code code where code.session_id = ${sessionId}
    order by code.made_at desc, code.id limit 200`.execute(tx);
  return { isExclusive, list: rows };
}

type Making = { sessionId: string; label: string; useLimit: number | null };

/**
 * Makes another code for a session that needs one. It is shown in this answer and nowhere else.
 * @throws Refusal NOT_FOUND; SESSION_WITHOUT_CODE for a session that is open to everybody.
 */
export async function makeCode(tx: Tx, staff: StaffActor, making: Making): Promise<Made> {
  const { sessionId, label, useLimit } = making;
  if (!(await checkSession(tx, staff, sessionId))) refuse('SESSION_WITHOUT_CODE');
  const made = await insertCode(tx, staff, making);
  await audit(tx, {
    staff,
    action: 'invitations.make',
    object: { kind: 'session', id: sessionId },
    after: { codeId: made.id, label, useLimit },
  });
  return made;
}

async function insertCode(tx: Tx, staff: StaffActor, { sessionId, label, useLimit }: Making): Promise<Made> {
  const id = randomId();
  const code = randomCode(codeLength).replace(/(.{5})(?=.)/g, '$1-');
  await sql`
    insert into invitation_code (id, session_id, code_hash, label, use_limit, made_by_name, made_at)
    values (${id}, ${sessionId}, ${invitationCodeHash(sessionId, code)}, ${label}, ${useLimit}, ${staff.name}, app_now())`.execute(
    tx,
  );
  return { id, code };
}

type Changing = { id: string; version: number; reason: string };

/** Changes how many accounts may use a code; who has used it keeps it. @throws as `lockCode`. */
export async function limitCode(
  tx: Tx,
  staff: StaffActor,
  { id, version, reason, useLimit }: Changing & { useLimit: number | null },
): Promise<void> {
  const code = await lockCode(tx, staff, { id, version });
  await sql`update invitation_code set use_limit = ${useLimit}, version = version + 1 where id = ${id}`.execute(tx);
  await audit(tx, {
    staff,
    action: 'invitations.limit',
    object: { kind: 'session', id: code.session_id },
    reason,
    before: { codeId: id, useLimit: code.use_limit },
    after: { codeId: id, useLimit },
  });
}

/** Ends a code and what it has opened: whoever has not registered yet needs another one. @throws as `lockCode`. */
export async function endCode(tx: Tx, staff: StaffActor, { id, version, reason }: Changing): Promise<void> {
  const code = await lockCode(tx, staff, { id, version });
  await close(tx, { id, sessionId: code.session_id, replacedBy: null });
  const object = { kind: 'session', id: code.session_id } as const;
  await audit(tx, { staff, action: 'invitations.end', object, reason, after: { codeId: id } });
}

/** Ends a code and makes another with the same label and limit. @throws as `lockCode`. */
export async function replaceCode(tx: Tx, staff: StaffActor, { id, version, reason }: Changing): Promise<Made> {
  const code = await lockCode(tx, staff, { id, version });
  const sessionId = code.session_id;
  const made = await insertCode(tx, staff, { sessionId, label: code.label, useLimit: code.use_limit });
  await close(tx, { id, sessionId, replacedBy: made.id });
  const object = { kind: 'session', id: sessionId } as const;
  await audit(tx, {
    staff,
    action: 'invitations.replace',
    object,
    reason,
    before: { codeId: id },
    after: { codeId: made.id },
  });
  return made;
}

async function close(tx: Tx, ending: { id: string; sessionId: string; replacedBy: string | null }): Promise<void> {
  const { id, sessionId, replacedBy } = ending;
  await sql`
    update invitation_code set ended_at = app_now(), replaced_by = ${replacedBy}, version = version + 1 where id = ${id}`.execute(
    tx,
  );
  await sql`
    delete from invitation_ticket
    where session_id = ${sessionId} and account_id in (select account_id from invitation_use where code_id = ${id})`.execute(
    tx,
  );
}

/** Who used a code, the latest first, telephones masked, and how many registrations each has in the session. */
export async function usesOf(tx: Tx, staff: StaffActor, id: string): Promise<Uses> {
  const code = await findCode(tx, staff, id);
  const { rows } = await sql<Omit<Uses['list'][number], 'phone'>>`
    select use.account_id as "accountId", use.first_at as "firstAt", use.last_at as "lastAt",
      (select count(*)::integer from registration_desk desk
        where desk.account_id = use.account_id and desk.session_id = ${code.session_id}) as registrations
    from invitation_use use where use.code_id = ${id} order by use.first_at desc, use.account_id limit 500`.execute(tx);
  const list: Uses['list'] = [];
  for (const row of rows) {
    const { phone } = await accountContact(tx, row.accountId);
    list.push({ ...row, phone: phone === null ? '' : maskPhone(phone) });
  }
  return { list };
}

async function checkSession(tx: Tx, staff: StaffActor, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ office_id: string; is_exclusive: boolean }>`
    select office_id, is_exclusive from exam_session where id = ${sessionId}`.execute(tx);
  const session = rows[0] ?? refuse('NOT_FOUND');
  checkOffice(staff, session.office_id);
  return session.is_exclusive;
}

async function findCode(tx: Tx, staff: StaffActor, id: string) {
  const code = await tx
    .selectFrom('invitation_code')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!code) return refuse('NOT_FOUND');
  await checkSession(tx, staff, code.session_id);
  return code;
}

/** @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); CODE_ENDED. */
async function lockCode(tx: Tx, staff: StaffActor, { id, version }: { id: string; version: number }) {
  const code = await findCode(tx, staff, id);
  if (code.ended_at !== null) refuse('CODE_ENDED');
  if (code.version !== version) refuse('VERSION_CONFLICT');
  return code;
}
