import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** What a person reads of an application, in one language; times of day in China. Names of a combined set are joined by ` + `. */
export type Summary = {
  productName: string;
  subjectName: string;
  cityName: string;
  examDate: string;
  startTime: string;
  endTime: string;
  candidateName: string;
};

/** The summaries of applications by id. */
export async function readSummaries(tx: Tx, ids: readonly string[], language: Language): Promise<Map<string, Summary>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('application_summary')
    .selectAll()
    .where('application_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  const isChinese = language === 'zh';
  return new Map(
    rows.map((row) => [
      row.application_id ?? '',
      {
        productName: (isChinese ? row.product_name_zh : row.product_name_en) ?? '',
        subjectName: (isChinese ? row.subject_name_zh : row.subject_name_en) ?? '',
        cityName: (isChinese ? row.city_name_zh : row.city_name_en) ?? '',
        examDate: row.exam_date ?? '',
        startTime: row.start_time ?? '',
        endTime: row.end_time ?? '',
        candidateName: row.candidate_name ?? '',
      },
    ]),
  );
}
