import { rightsCalls } from '@exam/contract/calls';
import { rightsStaffCalls } from '@exam/contract/staff';
import { checkFreshProof } from '#accounts';
import { inTransaction, reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { askCorrection, askDeletion } from './ask.ts';
import { consentReceipt, listConsents, withdrawConsent } from './consent-sets.ts';
import { copyOwn } from './copy.ts';
import { answerRequest, refuseRequest, searchRequests, showPage, takeRequest } from './desk.ts';
import { heldData } from './held.ts';
import { presentRequests } from './store.ts';

const handlers: Handlers<typeof rightsCalls> = {
  'rights.held': ({ account }) => reading((tx) => heldData(tx, account.id)),
  'rights.requests': ({ account }) =>
    reading(async (tx) => {
      const rows = await tx
        .selectFrom('rights_request')
        .selectAll()
        .where('account_id', '=', account.id)
        .orderBy('received_at', 'desc')
        .orderBy('id')
        .limit(200)
        .execute();
      return await presentRequests(tx, rows);
    }),
  'rights.copy': ({ account, session, body, language }) =>
    inTransaction(async (tx) => {
      if (body.isWhole) await checkFreshProof(tx, session.idHash);
      return await copyOwn(tx, { accountId: account.id, language, isWhole: body.isWhole });
    }),
  'rights.askCorrection': ({ account, body }) =>
    inTransaction((tx) =>
      askCorrection(tx, { accountId: account.id, candidateId: body.candidateId ?? null, wish: body.wish }),
    ),
  'rights.askDeletion': ({ account, session, body }) =>
    inTransaction(async (tx) => {
      await checkFreshProof(tx, session.idHash);
      return await askDeletion(tx, { accountId: account.id, candidateId: body.candidateId });
    }),
  'consent.list': ({ account }) => reading((tx) => listConsents(tx, account.id)),
  'consent.receipt': ({ account, params }) =>
    reading((tx) => consentReceipt(tx, { accountId: account.id, id: params.id })),
  'consent.withdraw': ({ account, params }) =>
    inTransaction((tx) => withdrawConsent(tx, { accountId: account.id, id: params.id })),
};

export const routes: Routes[] = [{ calls: rightsCalls, handlers }];

const staffHandlers: StaffHandlers<typeof rightsStaffCalls> = {
  'rights.search': ({ body }) => reading((tx) => searchRequests(tx, body)),
  'rights.page': ({ params }) => reading((tx) => showPage(tx, params.id)),
  'rights.take': async ({ params, body, staff }) => {
    await inTransaction((tx) => takeRequest(tx, staff, { ...params, ...body }));
  },
  'rights.answer': async ({ params, body, staff }) => {
    await inTransaction((tx) => answerRequest(tx, staff, { ...params, ...body }));
  },
  'rights.refuse': async ({ params, body, staff }) => {
    await inTransaction((tx) => refuseRequest(tx, staff, { ...params, ...body }));
  },
};

export const staffRoutes: StaffRoutes[] = [{ calls: rightsStaffCalls, handlers: staffHandlers }];
