import type { MessageItem, MessageTemplate, StaffCalls, AuditAct } from '@exam/contract/staff';
import type { Language } from '@exam/contract/messages';
import { sql, type Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { isKnownInOffices, isOfOwnOffice } from '#office/access';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import type { StaffActor } from '#platform/staff-http';
import type { MessageTable } from '#platform/tables/index';
import { seal, unseal } from '#platform/vault';
import { composeMail, goesBy, mailWords, templateCodeOf } from './compose.ts';
import { registeredTexts } from './sending/sms-templates.ts';
import type { MessageKind } from './kinds.ts';
import { messageKinds, sampleOf } from './samples.ts';
import { checkTemplate, defaultTemplate, isEditable, slotsOf, type TemplateText } from './template.ts';
import { findTemplate } from './template-store.ts';
import { goesToPlaces } from './kinds.ts';
import { type Channel, maskedRecipient, messagePlace } from './write.ts';

type Search = z.output<StaffCalls['messages.search']['body']>;
type Place = { kind: string; language: Language };

/** SQL: whether a message (`message`) is to an account known in the offices of a member of staff, and of no record of another office (T32). */
const isOfOffices = (staff: StaffActor) =>
  sql<boolean>`${isKnownInOffices(staff, 'account_id', 'message.account_id')} and ${isOfOwnOffice(staff, 'message.object_id')}`;

/** A page of the messages, the newest first; recipients masked, contents not shown. */
export async function searchMessages(
  tx: Tx,
  staff: StaffActor,
  { pageIndex, pageSize, sort = '-createdAt', ...filters }: Search,
) {
  let query = tx.selectFrom('message').where(isOfOffices(staff));
  if (filters.state !== undefined) query = query.where('state', '=', filters.state);
  if (filters.channel !== undefined) query = query.where('channel', '=', filters.channel);
  if (filters.kind !== undefined) query = query.where('kind', '=', filters.kind);
  if (filters.accountId !== undefined) query = query.where('account_id', '=', filters.accountId);
  if (filters.objectId !== undefined) query = query.where('object_id', '=', filters.objectId);
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await query
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: rows.map(present), pageIndex, pageSize, recordCount: total };
}

function present(row: Selectable<MessageTable>): MessageItem {
  const recipient = unseal(row.recipient_sealed, messagePlace(row.id, 'recipient'));
  return {
    id: row.id,
    kind: row.kind,
    objectId: row.object_id,
    accountId: row.account_id,
    channel: row.channel,
    language: row.language,
    recipient: maskedRecipient(row.channel, recipient),
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    isFallback: row.instead_of !== null,
    canResend: row.state === 'Failed' && !row.is_wiped,
  };
}

/** Messages that are told to the place itself because it is, or was, the account's: nowhere else may they turn up. */
const ofThePlace: readonly string[] = ['phoneChanged', 'emailChanged', 'numberReleased', 'accountClosed'];

type Resending = {
  id: string;
  reason: string;
  /** The number or address at which an account is reached now; null when it is not. */
  recipientOf: (accountId: string, channel: Channel) => Promise<string | null>;
};

/**
 * Sends a failed message again, with all its tries, to where its account is reached by now.
 * @throws Refusal NOT_FOUND; MESSAGE_NOT_RESENDABLE (412) when it did not fail, or what it was made of is wiped; MESSAGE_NO_CONTACT (412)
 *   when the account is not reached by this channel any more, or the message was for the old place alone.
 */
export async function resendMessage(tx: Tx, staff: StaffActor, { id, reason, recipientOf }: Resending): Promise<void> {
  const row = await tx
    .selectFrom('message')
    .selectAll()
    .where('id', '=', id)
    .where(isOfOffices(staff))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  if (row.state !== 'Failed' || row.is_wiped) refuse('MESSAGE_NOT_RESENDABLE');
  const place = messagePlace(id, 'recipient');
  const earlier = unseal(row.recipient_sealed, place);
  const isOwn = row.account_id !== null && !goesToPlaces(row.kind);
  const recipient = isOwn ? await recipientOf(row.account_id ?? '', row.channel) : earlier;
  if (recipient === null || (ofThePlace.includes(row.kind) && recipient !== earlier))
    return refuse('MESSAGE_NO_CONTACT');
  await tx
    .updateTable('message')
    .set({ state: 'Waiting', attempts: 0, unsure_tries: 0, last_error: null, recipient_sealed: seal(recipient, place) })
    .where('id', '=', id)
    .execute();
  await enqueue(tx, row.task, { messageId: id });
  const isElsewhere = recipient !== earlier;
  await audit(tx, {
    staff,
    action: 'messages.resend',
    object: { kind: 'message', id },
    reason,
    after: { isElsewhere },
  });
}

/** Every kind of message and whether its words were changed. */
export async function listTemplates(tx: Tx) {
  const changed = await tx.selectFrom('message_template').select('kind').distinct().execute();
  const kinds = new Set(changed.map(({ kind }) => kind));
  return {
    list: messageKinds.map((kind) => ({
      kind,
      hasMail: goesBy(kind, 'mail'),
      hasSms: goesBy(kind, 'sms'),
      isChanged: kinds.has(kind),
    })),
  };
}

/** The words of a kind in a language, as they are sent now. @throws Refusal NOT_FOUND for a kind that there is not. */
export async function readTemplate(tx: Tx, place: Place): Promise<MessageTemplate> {
  const kind = kindOf(place.kind);
  const { language } = place;
  const stored = await findTemplate(tx, { kind, language });
  const own = defaultTemplate(kind, language, (message) => mailWords(message, language));
  const text: TemplateText = stored ?? own ?? { subject: '', paragraphs: [] };
  const code = templateCodeOf(kind, language);
  return {
    kind,
    language,
    subject: text.subject,
    paragraphs: [...text.paragraphs],
    slots: [...slotsOf(sampleOf(kind), language).keys()],
    isEditable: own !== null && isEditable(kind),
    isChanged: stored !== null,
    changedBy: stored?.changedBy ?? null,
    changedAt: stored?.changedAt ?? null,
    version: stored?.version ?? 0,
    sms: registeredTexts().find((each) => each.code === code)?.text ?? null,
  };
}

/** A mail with these words and example values. @throws Refusal NOT_FOUND; as `checkTemplate`. */
export function previewTemplate(place: Place, text: TemplateText): { subject: string; text: string } {
  const kind = kindOf(place.kind);
  if (isEditable(kind)) checkTemplate(kind, text);
  const mail = composeMail(sampleOf(kind), place.language, settings(), isEditable(kind) ? text : null);
  return mail ?? refuse('NOT_FOUND');
}

type Change = Place & { version: number; reason: string };

/**
 * Changes the words of a mail from now on. @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when somebody else was faster; as
 * `checkTemplate`.
 */
export async function saveTemplate(tx: Tx, staff: StaffActor, change: Change & TemplateText): Promise<void> {
  const kind = kindOf(change.kind);
  const { language, version, subject, paragraphs, reason } = change;
  if (!goesBy(kind, 'mail')) refuse('NOT_FOUND');
  checkTemplate(kind, { subject, paragraphs });
  const before = await readTemplate(tx, { kind, language });
  const { rows } = await sql`
    insert into message_template (kind, language, subject, paragraphs, version, changed_by, changed_by_name, changed_at)
    select ${kind}, ${language}, ${subject}, ${JSON.stringify(paragraphs)}::jsonb, ${version + 1}, ${staff.id}, ${staff.name}, app_now()
    where ${version} = coalesce((select version from message_template where kind = ${kind} and language = ${language}), 0)
    on conflict (kind, language) do update set subject = excluded.subject, paragraphs = excluded.paragraphs,
      version = excluded.version, changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name,
      changed_at = excluded.changed_at
    where message_template.version = ${version}
    returning kind`.execute(tx);
  if (rows.length === 0) refuse('VERSION_CONFLICT');
  await note(tx, staff, {
    action: 'messages.saveTemplate',
    kind,
    language,
    reason,
    before,
    after: { subject, paragraphs },
  });
}

/** Gives a mail its first words back. @throws as `saveTemplate`. */
export async function resetTemplate(tx: Tx, staff: StaffActor, { language, version, reason, ...place }: Change) {
  const kind = kindOf(place.kind);
  const before = await readTemplate(tx, { kind, language });
  const gone = await tx
    .deleteFrom('message_template')
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('version', '=', version)
    .returning('kind')
    .executeTakeFirst();
  if (!gone) refuse('VERSION_CONFLICT');
  await note(tx, staff, { action: 'messages.resetTemplate', kind, language, reason, before, after: null });
}

type Noted = {
  action: AuditAct;
  kind: MessageKind;
  language: Language;
  reason: string;
  before: MessageTemplate;
  after: object | null;
};

async function note(tx: Tx, staff: StaffActor, { action, kind, language, reason, before, after }: Noted) {
  await audit(tx, {
    staff,
    action,
    object: { kind: 'messageTemplate', id: `${kind}.${language}` },
    reason,
    before: { subject: before.subject, paragraphs: before.paragraphs },
    after,
  });
}

function kindOf(name: string): MessageKind {
  return messageKinds.find((kind) => kind === name) ?? refuse('NOT_FOUND');
}
