import { addSeconds, earliest } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Proposals } from '#office/approvals';
import type { Sweep, Sweeps } from '#office/work-items';
import type { Cron, Tasks } from '#platform/worker';
import { upheldObjections } from '#people/guardians';
import { refuseMistaken } from './mistaken-objection.ts';
import { grant, grantKind } from './relatives/grant.ts';
import { mistakenKind } from './store.ts';
import { takeOverNotices } from './take-over-notices.ts';

/** What people ask about their own data, and what they agreed to (PIPL 15, 44-50). */
export { retention } from './retention.ts';
export { askCorrection } from './ask.ts';
export { openForRelative } from './relatives/open.ts';
export { copySources } from './copy/copy-parts.ts';
export { notCopied } from './copy/not-copied.ts';
export {
  type ConsentTurn,
  endAgain,
  objectAgain,
  restoreAgain,
  type Returned,
  returnRequest,
  withdrawAgain,
} from './restore-requests.ts';
export { routes, staffRoutes } from './routes.ts';
export { takeOverNotices, takeRestoredNoticesOver } from './take-over-notices.ts';

type Alarmed = { id: string; code: string; dueAt: string };

// Nothing happens to a request on its tenth working day: time alone puts it on the board.
const rightsRequest: Sweep = async (tx) => {
  const { rows } = await sql<Alarmed>`
    select id, code, due_at as "dueAt" from rights_request
    where status in ('Received', 'InReview') and alarm_at <= app_now()`.execute(tx);
  return rows.map(({ id, code, dueAt }) => ({
    objectKind: 'rightsRequest',
    objectId: id,
    officeId: null,
    dueAt,
    label: code,
  }));
};

/** How long the office has to withdraw what does not go on, where the exam is not sooner. */
const upheldSeconds = 86_400;

// What an objection that was upheld leaves to do, until it is done or the exam begins: whoever decides about the objection does not withdraw and pay back.
const objectionUpheld: Sweep = async (tx) =>
  (await upheldObjections(tx)).map(({ recordKind, recordId, code, begins, officeId, upheldAt }) => ({
    objectKind: recordKind === 'candidate' ? 'application' : recordKind,
    objectId: recordId,
    officeId,
    dueAt: earliest([addSeconds(upheldAt, upheldSeconds), ...(begins === null ? [] : [begins])]) ?? upheldAt,
    label: code,
  }));

export const tasks: Tasks = { 'rights.takeOver': takeOverNotices };
export const crons: Cron[] = [{ task: 'rights.takeOver', match: '25 3 * * *' }];

export const sweeps: Sweeps = { rightsRequest, objectionUpheld };

export const proposals: Proposals = {
  [mistakenKind]: refuseMistaken,
  [grantKind]: grant,
};
