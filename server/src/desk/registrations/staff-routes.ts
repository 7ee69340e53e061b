import { registrationsStaffCalls } from '@exam/contract/staff';
import { openRecords, seek } from '#office/access';
import { openApplications } from '#registering/applications';
import { audit } from '#office/audit';
import { proposeWithdrawal, quoteWithdrawal } from '#services/cancellations';
import { sendFileOf } from '#office/files';
import { letterFile } from '#registering/letters';
import { inTransaction, reading, type Tx } from '#platform/database';
import type { StaffActor, StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { correctRegistration } from './correct.ts';
import { proposeEnd, proposeReinstatement } from './end-former.ts';
import { sendLetter, sendLetters } from './letters.ts';
import { findFilters, findRegistrations } from './list.ts';
import { findMoveTargets, moveRegistration } from './move.ts';
import { findRegistration } from './page.ts';
import { revealValue } from './reveal.ts';
import { findDeskRow, lockDeskRow } from './store.ts';

const handlers: StaffHandlers<typeof registrationsStaffCalls> = {
  'applications.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'applications.search',
      text: body.search,
      by: ['name'],
      find: (tx) => findRegistrations(tx, staff, body),
      foundIn: ({ list }) => list.map(({ id }) => ({ kind: 'application', id })),
    }),
  'applications.filters': ({ staff }) => reading((tx) => findFilters(tx, staff)),
  'applications.get': ({ params, staff }) =>
    inTransaction(async (tx) => {
      const found = await findRegistration(tx, staff, params.id);
      await openRecords(tx, staff, { kind: 'application', ids: [params.id], purpose: 'applications.get' });
      return found;
    }),
  'applications.reveal': ({ params, body, staff }) =>
    inTransaction((tx) => revealValue(tx, staff, { ...params, ...body })),
  'applications.file': async ({ params: { id, fileId }, body: { reason }, staff }) => {
    const formFilesId = await inTransaction(async (tx) => {
      const { personKey } = await findDeskRow(tx, staff, id);
      const object = { kind: 'application', id } as const;
      const people = [personKey];
      const entryId = await audit(tx, {
        staff,
        action: 'applications.file',
        object,
        reason,
        after: { fileId },
        people,
      });
      await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.file', reason, entryId });
      return (await openApplications(tx, [id]))[0]?.row.form_files_id ?? null;
    });
    return await sendFileOf([id, formFilesId], fileId);
  },
  'applications.letter': async ({ params: { id }, staff, language }) => {
    await inTransaction(async (tx) => {
      await findDeskRow(tx, staff, id);
      await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.letter' });
    });
    return await letterFile(id, language);
  },
  'applications.correct': ({ params, body, staff }) =>
    inTransaction((tx) => correctRegistration(tx, staff, { ...params, ...body })),
  'applications.moveTargets': ({ params, staff }) => inTransaction((tx) => findMoveTargets(tx, staff, params.id)),
  'applications.move': ({ params, body, staff }) =>
    inTransaction((tx) => moveRegistration(tx, staff, { ...params, ...body })),
  'applications.quoteWithdrawal': ({ params, staff }) =>
    inTransaction(async (tx) => {
      await findDeskRow(tx, staff, params.id);
      await openRecords(tx, staff, { kind: 'application', ids: [params.id], purpose: 'applications.get' });
      return await quoteWithdrawal(tx, params.id);
    }),
  'applications.endFormer': ({ params, body, staff }) =>
    inTransaction(async (tx) => ({ proposalId: await proposeEnd(tx, staff, { ...params, ...body }) })),
  'applications.reinstateGuardian': ({ params, body, staff }) =>
    inTransaction(async (tx) => ({ proposalId: await proposeReinstatement(tx, staff, { ...params, ...body }) })),
  'applications.withdraw': ({ params, body, staff }) =>
    inTransaction((tx) => withdraw(tx, staff, { ...params, ...body })),
  'applications.sendLetter': ({ params, body, staff }) => sendLetter(staff, { ...params, ...body }),
  'applications.sendLetters': ({ params, body, staff }) => sendLetters(staff, { ...params, ...body }),
};

export const staffRoutes: StaffRoutes[] = [{ calls: registrationsStaffCalls, handlers }];

type Withdrawing = { id: string; version: number; refund: 'Everything' | 'Policy'; reason: string };

async function withdraw(
  tx: Tx,
  staff: StaffActor,
  { id, version, refund, reason }: Withdrawing,
): Promise<{ proposalId: string }> {
  const { officeId } = await lockDeskRow(tx, staff, { id, version });
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get', act: 'Changed', reason });
  return { proposalId: await proposeWithdrawal(tx, { applicationId: id, officeId, refund, staff, reason }) };
}
