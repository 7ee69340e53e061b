import { incidentsStaffCalls, minorsReportStaffCalls } from '@exam/contract/staff';
import { audit } from '#office/audit';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { csvFile } from './csv.ts';
import { exportSeen, findStaffChoices, noteIncident, searchIncidents, searchSeen } from './incidents.ts';
import { exportCalls } from './network-log.ts';
import { minorsReport, wordsOf } from './report.ts';
import { filedYears, recordFiling } from './report-filing.ts';

const reports: StaffHandlers<typeof minorsReportStaffCalls> = {
  'minors.report': ({ params, language }) =>
    reading(async (tx) => ({ ...(await minorsReport(tx, params.year, language)), filed: await filedYears(tx) })),
  'minors.exportReport': ({ params: { year }, body: { reason }, staff, language }) =>
    inTransaction(async (tx) => {
      const { rows } = await minorsReport(tx, year, language);
      const object = { kind: 'minorsReport', id: year } as const;
      await audit(tx, { staff, action: 'minors.exportReport', object, reason, after: { rows: rows.length } });
      const { headings } = wordsOf(language).report;
      return await csvFile(
        `minors-${year}.csv`,
        headings,
        rows.map(({ section, item, count }) => [section, item, count]),
      );
    }),
  'minors.recordFiling': async ({ params, body, staff }) => {
    await inTransaction((tx) => recordFiling(tx, staff, { ...params, ...body }));
    return null;
  },
};

const incidents: StaffHandlers<typeof incidentsStaffCalls> = {
  'incidents.choices': () => reading(findStaffChoices),
  'incidents.seen': ({ body, staff }) => reading((tx) => searchSeen(tx, staff, body)),
  'incidents.export': ({ body, staff, language }) =>
    inTransaction((tx) => exportSeen(tx, staff, { ...body, language })),
  'networkLog.export': ({ body, staff, language }) =>
    inTransaction((tx) => exportCalls(tx, staff, { ...body, language })),
  'incidents.note': async ({ body, staff }) => ({ id: await inTransaction((tx) => noteIncident(tx, staff, body)) }),
  'incidents.search': ({ body }) => reading((tx) => searchIncidents(tx, body)),
};

export const staffRoutes: StaffRoutes[] = [
  { calls: minorsReportStaffCalls, handlers: reports },
  { calls: incidentsStaffCalls, handlers: incidents },
];
