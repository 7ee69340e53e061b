import { entryTemplates } from '../staff/body-entries.ts';

/** How long things of an account live, as the pages on cookies and privacy tell; the server's table of lifetimes is made of them. */
export const toldLifetimes = {
  sessionHours: 12,
  idleMinutes: 30,
  ticketMinutes: 10,
  trustedDeviceDays: 30,
  knownDeviceDays: 180,
};

/** The awarding bodies, by code, whose entry file has the document number: what the privacy notice says of what goes abroad (3-domain 6.2). */
export const documentTakers: readonly string[] = Object.entries(entryTemplates).flatMap(([code, { columns }]) =>
  columns.some(({ field }) => field === 'idNo') ? [code] : [],
);
