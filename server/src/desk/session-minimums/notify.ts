import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import type { NamedExam } from '#people/messages';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';

/** Tells the owner where and when the exam now is; once per letter version, so a second move is told too. */
export async function tellMoved(
  tx: Tx,
  { applicationId, accountId, previousDate }: { applicationId: string; accountId: string; previousDate: string },
): Promise<void> {
  const { language } = await accountContact(tx, accountId);
  const name = (field: string) => sql.ref(`summary.${field}_${language}`);
  const { rows } = await sql<NamedExam & { version: number }>`
    select application.id as "applicationId", ${name('product_name')} as "productName", ${name('subject_name')} as "subjectName", ${name('city_name')} as "cityName",
      summary.candidate_name as "candidateName", summary.exam_date as "examDate", summary.start_time as "startTime",
      application.letter_version as version
    from application_summary summary join application on application.id = summary.application_id
    where summary.application_id = ${applicationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a registration without its summary');
  const { version, ...exam } = row;
  await notify(tx, {
    kind: 'registrationMoved',
    values: { ...exam, previousDate },
    accountId,
    objectId: applicationId,
    version,
  });
}
