import { postTestCalls, postTestLookupCalls } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import { componentsRefusal } from '@exam/contract/rules';
import { sql, type SqlBool } from 'kysely';
import { sendFileOf } from '#office/files';
import { readNow } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, Routes } from '#platform/http';
import { readBoard, readBoardOf } from './request/board.ts';
import { quoteCancellation, requestCancellation } from './request/cancel.ts';
import { choiceOf } from './request/choice.ts';
import { confirmRequest } from './request/confirm.ts';
import { deleteDraft, saveDraft } from './request/draft.ts';
import {
  levelsOf,
  presentCashInCodes,
  presentFees,
  presentLevel,
  presentSeries,
  presentService,
  windowsOf,
} from './request/lookups.ts';
import { presentList, presentRecord } from './present.ts';
import { countRequests, findRequest, ownConditions, pageOfRequests } from './queries.ts';
import { listDrafts, presentCentre, showDraft } from './request/show-draft.ts';
import { centresOf, ownRequest } from './store.ts';

const lookups: Handlers<typeof postTestLookupCalls> = {
  'lookup.cashInCodes': ({ query, language }) =>
    reading(async (tx) =>
      presentCashInCodes(await readBoard(tx, query.productId), { language, now: await readNow(tx) }),
    ),
  'lookup.centres': ({ query, language }) =>
    reading(async (tx) => {
      const { awardingBodyId } = await readBoard(tx, query.productId);
      return (await centresOf(tx, awardingBodyId)).map((centre) => presentCentre(centre, language));
    }),
  'lookup.examSeries': ({ query, language }) =>
    reading(async (tx) => {
      const { board, service } = await readBoardOf(tx, query.serviceId);
      return presentSeries(board, service, { language, now: await readNow(tx) });
    }),
  'lookup.levels': ({ query, language }) =>
    reading(async (tx) => {
      const { board, service } = await readBoardOf(tx, query.serviceId);
      const reader = { language, now: await readNow(tx) };
      return levelsOf(board, service).map((level) => presentLevel(level, reader));
    }),
};

const choosing = {
  'postTest.services': postTestCalls['postTest.services'],
  'postTest.serviceDates': postTestCalls['postTest.serviceDates'],
  'postTest.fee': postTestCalls['postTest.fee'],
};

const choices: Handlers<typeof choosing> = {
  'postTest.services': ({ params, language }) =>
    reading(async (tx) => {
      const board = await readBoard(tx, params.productid);
      const reader = { language, now: await readNow(tx) };
      return board.services.map((service) => presentService(board, service, reader));
    }),
  'postTest.serviceDates': ({ params, language }) =>
    reading(async (tx) => {
      const board = await readBoard(tx, params.productid);
      const now = await readNow(tx);
      return { chinaNow: now, windows: windowsOf(board, null, { language, now }) };
    }),
  'postTest.fee': ({ body, language }) =>
    reading(async (tx) => {
      const { board, service } = await readBoardOf(tx, body.serviceId);
      const ids = { levelId: body.levelId ?? null, seriesId: null, awardId: body.cashInCodeId ?? null };
      const choice = choiceOf(board, service, { ...ids, componentIds: body.componentIds });
      const rows = choice.offered.map(({ component, isMandatory }) => ({ id: component.id, isMandatory }));
      const refused = body.componentIds.length === 0 ? null : componentsRefusal(service.kind, body.componentIds, rows);
      if (refused === 'TOO_MANY_COMPONENTS' || refused === 'MANDATORY_MODULE')
        refuse(refused, {}, { componentIds: refused });
      if (refused !== null) refuse('FIELDS', {}, { componentIds: refused });
      return { fee: choice.price.total, fees: presentFees(choice, { language, now: await readNow(tx) }) };
    }),
};

const drafting = {
  'postTest.drafts': postTestCalls['postTest.drafts'],
  'postTest.draft': postTestCalls['postTest.draft'],
  'postTest.saveDraft': postTestCalls['postTest.saveDraft'],
  'postTest.deleteDraft': postTestCalls['postTest.deleteDraft'],
  'postTest.confirmPay': postTestCalls['postTest.confirmPay'],
};

const drafts: Handlers<typeof drafting> = {
  'postTest.drafts': ({ account, language }) => reading((tx) => listDrafts(tx, { accountId: account.id, language })),
  'postTest.draft': ({ account, params, language }) =>
    reading((tx) => showDraft(tx, { id: params.id, accountId: account.id, language })),
  'postTest.saveDraft': ({ account, body, language }) =>
    inTransaction(async (tx) => {
      const id = await saveDraft(tx, account.id, body);
      return await showDraft(tx, { id, accountId: account.id, language });
    }),
  'postTest.deleteDraft': async ({ account, params }) => {
    await inTransaction((tx) => deleteDraft(tx, { accountId: account.id, id: params.id }));
    return null;
  },
  'postTest.confirmPay': async ({ account, body, language, ip, headers }) => {
    const input = {
      ...body,
      isInformationConfirmed: body.isInformationConfirmed ?? false,
      accountId: account.id,
      language,
      ip,
      device: (headers['user-agent'] ?? '').slice(0, 200),
    };
    const placed = await inTransaction((tx) => confirmRequest(tx, input));
    return { ...placed, orderId: placed.id };
  },
};

const keeping = {
  'postTest.search': postTestCalls['postTest.search'],
  'postTest.get': postTestCalls['postTest.get'],
  'postTest.counts': postTestCalls['postTest.counts'],
  'postTest.cancellationQuote': postTestCalls['postTest.cancellationQuote'],
  'postTest.requestCancellation': postTestCalls['postTest.requestCancellation'],
  'postTest.file': postTestCalls['postTest.file'],
};

const requests: Handlers<typeof keeping> = {
  'postTest.search': ({ account, body, language }) =>
    reading(async (tx) => {
      const where = ownConditions(account.id, body.filters);
      const { rows, recordCount } = await pageOfRequests(tx, { ...body, where });
      const { pageIndex, pageSize } = body;
      const list = await presentList(tx, rows, language);
      return { list, pageIndex, pageSize, recordCount, pageCount: Math.ceil(recordCount / pageSize) };
    }),
  'postTest.get': ({ account, params, language }) => show({ id: params.id, accountId: account.id, language }),
  'postTest.counts': ({ account }) => reading((tx) => countRequests(tx, account.id)),
  'postTest.cancellationQuote': ({ account, params }) =>
    reading((tx) => quoteCancellation(tx, { id: params.id, accountId: account.id })),
  'postTest.requestCancellation': async ({ account, params, body, language }) => {
    await inTransaction((tx) => requestCancellation(tx, { id: params.id, accountId: account.id, ...body }));
    return await show({ id: params.id, accountId: account.id, language });
  },
  'postTest.file': async ({ account, params }) => {
    const row = await reading((tx) => ownRequest(tx, { id: params.id, accountId: account.id }));
    return await sendFileOf([row.id], params.fileId);
  },
};

/** The calls of this domain. */
export const routes: Routes[] = [
  { calls: postTestLookupCalls, handlers: lookups },
  { calls: choosing, handlers: choices },
  { calls: drafting, handlers: drafts },
  { calls: keeping, handlers: requests },
];

/** One's own request. A draft is not one yet. @throws Refusal NOT_FOUND */
async function show({ id, accountId, language }: { id: string; accountId: string; language: Language }) {
  return await reading(async (tx) => {
    const own = sql<SqlBool>`(request.account_id = ${accountId} and request.status not in ('Initiated', 'Submitted', 'Expired'))`;
    return await presentRecord(tx, await findRequest(tx, id, own), language);
  });
}
