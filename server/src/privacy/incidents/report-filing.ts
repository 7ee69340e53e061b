import { chinaDateOf, isFilingDay, type ReportYear, reportYears } from '@exam/contract/rules';
import type { MinorsReportFiledYear } from '@exam/contract/staff';
import { sql } from 'kysely';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { closeItem, type NewItem, objectIdOfYear } from '#office/work-items';

const kind = 'minorsReportDue';

async function yearsToFile(tx: Tx): Promise<{ now: string; years: ReportYear[] }> {
  const { rows } = await sql<{ began: string }>`select min(ran_at) as began from migration`.execute(tx);
  const now = await readNow(tx);
  return { now, years: reportYears(now, rows[0]?.began ?? now) };
}

/** The past years whose report nobody has recorded as filed, for the board: each due at the end of the January after it (3-domain 6.3). */
export async function reportsDue(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  const { years } = await yearsToFile(tx);
  const { rows } = await sql<{ year: number }>`select distinct year from minors_report_filing`.execute(tx);
  const filed = new Set(rows.map(({ year }) => year));
  return years
    .filter(({ year }) => !filed.has(year))
    .map(({ year, dueAt }) => ({
      objectKind: 'minorsReport',
      objectId: objectIdOfYear(year),
      officeId: null,
      dueAt,
      label: String(year),
    }));
}

/** Every past year since the installation began, the latest first, with what was recorded of its filing. */
export async function filedYears(tx: Tx): Promise<MinorsReportFiledYear[]> {
  const { now, years } = await yearsToFile(tx);
  const { rows } = await sql<MinorsReportFiledYear['filings'][number] & { year: number }>`
    select id, year, filed_on as "filedOn", recorded_by_name as "recordedBy", recorded_at as "recordedAt"
    from minors_report_filing order by recorded_at, id`.execute(tx);
  return years.map(({ year, dueOn, dueAt }) => {
    const filings = rows.filter((row) => row.year === year);
    return { year: String(year), dueOn, isOverdue: filings.length === 0 && now >= dueAt, filings };
  });
}

/**
 * Records on which China date the report of a past year was filed, and takes it off the board. What was recorded before stays: the last one
 * counts.
 * @throws Refusal NOT_FOUND for a year that has no report to file; FIELDS `filedOn: FILED_ON_WRONG` for a day in that year or in the future.
 */
export async function recordFiling(
  tx: Tx,
  staff: StaffActor,
  { year: asked, filedOn }: { year: string; filedOn: string },
): Promise<void> {
  const { now, years } = await yearsToFile(tx);
  const { year } = years.find((each) => String(each.year) === asked) ?? refuse('NOT_FOUND');
  if (!isFilingDay(year, filedOn, chinaDateOf(now))) refuse('FIELDS', {}, { filedOn: 'FILED_ON_WRONG' });
  const recorded = { recorded_at: now, recorded_by: staff.id, recorded_by_name: staff.name };
  await tx
    .insertInto('minors_report_filing')
    .values({ id: randomId(), year, filed_on: filedOn, ...recorded })
    .execute();
  await closeItem(tx, { kind, objectId: objectIdOfYear(year) });
  await audit(tx, {
    staff,
    action: 'minors.recordFiling',
    object: { kind: 'minorsReport', id: asked },
    after: { filedOn },
  });
}
