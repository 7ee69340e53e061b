import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import type { NamedExam } from '#people/messages';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';

type Told =
  | { kind: 'cancellationRequested'; values: { amount: number; documentsDueDate: string | null } }
  | { kind: 'documentsReminder' | 'documentsAsked'; values: { documentsDueDate: string } }
  | { kind: 'cancellationApproved'; values: { amount: number; from: string; to: string } }
  | { kind: 'cancellationRejected'; values: Record<never, never> }
  | { kind: 'registrationWithdrawn'; values: { amount: number } };

/**
 * Tells the owner about the end of a registration, in the account's language. `objectId` is what it is about and must be told once:
 * the request, or the application withdrawn.
 */
export async function tellOwner(
  tx: Tx,
  about: { accountId: string; applicationId: string; objectId: string; version?: number },
  told: Told,
): Promise<void> {
  const { accountId, applicationId, objectId, version = 1 } = about;
  const { language } = await accountContact(tx, accountId);
  const exam = await namedExam(tx, applicationId, language);
  const frame = { accountId, objectId, version };
  switch (told.kind) {
    case 'cancellationRequested':
      return void (await notify(tx, { kind: told.kind, values: { ...exam, ...told.values }, ...frame }));
    case 'documentsReminder':
    case 'documentsAsked':
      return void (await notify(tx, { kind: told.kind, values: { ...exam, ...told.values }, ...frame }));
    case 'cancellationApproved':
      return void (await notify(tx, { kind: told.kind, values: { ...exam, ...told.values }, ...frame }));
    case 'cancellationRejected':
      return void (await notify(tx, { kind: told.kind, values: exam, ...frame }));
    case 'registrationWithdrawn':
      return void (await notify(tx, { kind: told.kind, values: { ...exam, ...told.values }, ...frame }));
  }
}

async function namedExam(tx: Tx, applicationId: string, language: 'en' | 'zh'): Promise<NamedExam> {
  const name = (field: string) => sql.ref(`${field}_${language}`);
  const { rows } = await sql<NamedExam>`
    select application_id as "applicationId", ${name('product_name')} as "productName", ${name('subject_name')} as "subjectName", ${name('city_name')} as "cityName",
      candidate_name as "candidateName", exam_date as "examDate", start_time as "startTime"
    from application_summary where application_id = ${applicationId}`.execute(tx);
  const [exam] = rows;
  if (!exam) throw new Error('a registration without its summary');
  return exam;
}
