import type { Language } from '@exam/contract/messages';
import { chinaDateOf, chinaTimeOf } from '@exam/contract/rules';
import type { Tx } from '#platform/database';
import { audit } from '#office/audit';
import { type LoggedCall, findCalls } from '#privacy/network-log';
import type { FileReply } from '#platform/http/call';
import type { StaffActor } from '#platform/staff-http';
import { csvFile } from './csv.ts';
import { wordsOf } from './report.ts';

type Asked = { of: string; from?: string | undefined; to?: string | undefined; reason: string; language: Language };

/**
 * The calls of an account, an address or a request as CSV; the audit keeps who took them, of which account and why, never the address.
 * @throws Refusal MALFORMED (400) for what is neither an id nor an address.
 */
export async function exportCalls(
  tx: Tx,
  staff: StaffActor,
  { of, from, to, reason, language }: Asked,
): Promise<FileReply> {
  const { calls, isAddress } = await findCalls(tx, { of, from, to });
  await audit(tx, {
    staff,
    action: 'networkLog.export',
    object: { kind: 'list', id: 'networkLog' },
    reason,
    after: { rows: calls.length, ...(isAddress ? {} : { objectId: of }), from: from ?? null, to: to ?? null },
  });
  const { headings } = wordsOf(language).calls;
  return await csvFile('network-log.csv', headings, calls.map(cellsOf));
}

function cellsOf(call: LoggedCall): (string | number)[] {
  return [
    `${chinaDateOf(call.at)} ${chinaTimeOf(call.at)}`,
    call.at,
    call.origin,
    call.method,
    call.route ?? '',
    call.status,
    call.milliseconds,
    call.address,
    call.accountId ?? '',
    call.staffId ?? '',
    call.id,
  ];
}
