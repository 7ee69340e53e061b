import { Refusal } from '#platform/errors';
import { logError } from '#platform/log';

/** The code of PostgreSQL, or of the system, where an error has one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What the whole act is run again for. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error) || isDrawnTwice(error);
}

/** The numbers of R-93 and of requests about data: drawn, and short enough to read out, so that on a busy day two are alike. */
const drawnNumbers = /^(application|booking|post_test|exam_order|rights_request)_code_key$/;

/** Somebody has the number that was drawn: the next try draws another. */
function isDrawnTwice(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  return codeOf(error) === '23505' && drawnNumbers.test(constraint);
}

/** Codes that mean several things, told apart by PostgreSQL's own function: its words are in the language of `lc_messages`. */
function isRaisedBy(error: unknown, code: string, routine: string): boolean {
  return codeOf(error) === code && error instanceof Error && 'routine' in error && error.routine === routine;
}

/** A table was changed while statements on it were prepared: the connection prepares them again for the next try. */
export function isStalePlan(error: unknown): boolean {
  return isRaisedBy(error, '0A000', 'RevalidateCachedQuery');
}

/** What a server answers that has become another one's copy, or was told to keep what it has. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** A connection that died or could not be had: words of our driver, which have no code, and a database that lets nobody in. */
export function isAway(error: unknown): boolean {
  const words =
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|connection has been discarded/;
  return (error instanceof Error && words.test(error.message)) || isRaisedBy(error, '55000', 'CheckMyDatabase');
}

/** Lock and statement timeouts, too many connections, a server that stops, and a server that is not there. */
const busyCodes =
  /^(55P03|57014|25P03|40001|40P01|53\d{3}|57P0[1-4]|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** What a row of an account that was closed a moment ago is refused with; its sessions have ended. */
const closedAccountCode = 'XA001';

/** What callers hear of an error of the database: BUSY when it is not there for now; anything else stays what it is. */
export function asBusy(error: unknown, intent: 'read' | 'write'): unknown {
  if (error instanceof Refusal) return error;
  if (codeOf(error) === closedAccountCode) return new Refusal('UNAUTHENTICATED');
  if (!isBusy(error, intent)) return error;
  logError('database busy', error);
  return Object.assign(new Refusal('BUSY'), { cause: error });
}

/** Whether the database is not there for now, so that the same works later. */
export function isBusy(error: unknown, intent: 'read' | 'write'): boolean {
  if (error instanceof Refusal) return error.code === 'BUSY';
  // A reading that writes is a fault of ours.
  return (isReadOnly(error) && intent === 'write') || isAway(error) || busyCodes.test(codeOf(error));
}
