import { candidateCalls, rightsCalls } from '@exam/contract/calls';
import { rightsStaffCalls } from '@exam/contract/staff';
import { checkFreshProof } from '#people/accounts';
import { sendFileOf } from '#office/files';
import { guardianTokenHash, holderOf, sendLinkAgain } from '#people/guardians';
import { inTransaction, reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import { Refusal, refuse } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { askCorrection, askDeletion } from './ask.ts';
import { consentReceipt, listConsents, withdrawConsent } from './consents/consent-sets.ts';
import { copyOwn } from './copy/copy.ts';
import { answerRequest, refuseRequest, searchRequests, showPage, takeRequest } from './staff-acts.ts';
import { askAsGuardian, showKept } from './guardian-window.ts';
import { heldData } from './held-data.ts';
import { proposeMistaken } from './mistaken-objection.ts';
import { showPerson } from './person.ts';
import { agree, object, showNotice } from './objection.ts';
import { addEvidence, checkEvidence, openEvidence, removeEvidence } from './relatives/evidence.ts';
import { handOut } from './relatives/copy.ts';
import { proposeGrant, recordArrangement } from './relatives/grant.ts';
import { openForRelative } from './relatives/open.ts';
import { showRelative } from './relatives/page.ts';
import { presentRequests } from './store.ts';
import { takeOffList } from './take-off-list.ts';
import { verifyReceipt } from './consents/verify-receipt.ts';

/** Links that lead nowhere count against the caller's address; who has a right one is never kept from it by those who share theirs. */
async function countingMisses<Result>(ip: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') await takeLimit('guardian.ip', ip);
    throw error;
  }
}

/** Whose link it is. @throws Refusal NOT_FOUND: nothing is counted of a link that nobody was sent. */
const knownHolder = async (token: string) =>
  await reading(async (tx) => (await holderOf(tx, token)) ?? refuse('NOT_FOUND'));

/** Counts a birth date that is tried, for the account and the guardian's number: another link of theirs gives no more tries. */
async function takeTry(token: string): Promise<void> {
  const { accountId, numberKey } = await knownHolder(token);
  await takeLimit('guardian.birthDate', `${accountId} ${numberKey.toString('hex')}`);
}

const calls = { ...rightsCalls, 'candidate.delete': candidateCalls['candidate.delete'] };

const handlers: Handlers<typeof calls> = {
  'candidate.delete': ({ account, params }) =>
    inTransaction((tx) => takeOffList(tx, { accountId: account.id, candidateId: params.id })),
  'rights.held': ({ account }) => reading((tx) => heldData(tx, account.id)),
  'rights.requests': ({ account }) =>
    reading(async (tx) => {
      const rows = await tx
        .selectFrom('rights_request')
        .selectAll()
        .where('account_id', '=', account.id)
        .where('is_by_relative', '=', false)
        .where('is_by_guardian', '=', false)
        .orderBy('received_at', 'desc')
        .orderBy('id')
        .limit(200)
        .execute();
      return await presentRequests(tx, rows);
    }),
  'rights.copy': async ({ account, session, body, language }) => {
    await inTransaction((tx) => checkFreshProof(tx, session.idHash));
    await takeLimit('copy.account', account.id);
    return await inTransaction((tx) => copyOwn(tx, { accountId: account.id, language, isWhole: body.isWhole }));
  },
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
  'consent.verify': async ({ params, ip }) => {
    await takeLimit('consent.ip', ip);
    return await reading((tx) => verifyReceipt(tx, params.code));
  },
  'guardian.notice': async ({ params, ip, language }) => {
    return await countingMisses(ip, async () => {
      await knownHolder(params.token);
      await takeLimit('guardian.link', guardianTokenHash(params.token).toString('hex'));
      return await reading((tx) => showNotice(tx, { token: params.token, language }));
    });
  },
  'guardian.object': async ({ params, ip }) => {
    return await countingMisses(ip, () => inTransaction((tx) => object(tx, params.token)));
  },
  'guardian.agree': async ({ params, body, ip, language, headers }) => {
    const device = (headers['user-agent'] ?? '').slice(0, 200);
    return await countingMisses(ip, () =>
      inTransaction((tx) => agree(tx, { ...params, ...body, language, ip, device })),
    );
  },
  'guardian.kept': async ({ params, body, ip, language }) => {
    return await countingMisses(ip, async () => {
      await takeTry(params.token);
      return await inTransaction((tx) => showKept(tx, { ...params, ...body, language }));
    });
  },
  'guardian.ask': async ({ params, body, ip }) => {
    return await countingMisses(ip, async () => {
      await takeTry(params.token);
      return await inTransaction((tx) => askAsGuardian(tx, { ...params, ...body }));
    });
  },
  'guardian.sendAgain': ({ account, params }) => sendLinkAgain({ accountId: account.id, id: params.id }),
  'consent.receipt': ({ account, params }) =>
    reading((tx) => consentReceipt(tx, { accountId: account.id, id: params.id })),
  'consent.withdraw': ({ account, params }) =>
    inTransaction((tx) => withdrawConsent(tx, { accountId: account.id, id: params.id })),
};

export const routes: Routes[] = [{ calls, handlers }];

const staffHandlers: StaffHandlers<typeof rightsStaffCalls> = {
  'rights.search': ({ body }) => reading((tx) => searchRequests(tx, body)),
  // What is in the way of a deletion is counted under locks.
  'rights.page': ({ staff, params }) => inTransaction((tx) => showPage(tx, staff, params.id)),
  'rights.person': ({ params, body, staff }) => inTransaction((tx) => showPerson(tx, staff, { ...params, ...body })),
  'rights.take': async ({ params, body, staff }) => {
    await inTransaction((tx) => takeRequest(tx, staff, { ...params, ...body }));
  },
  'rights.answer': async ({ params, body, staff }) => {
    await inTransaction((tx) => answerRequest(tx, staff, { ...params, ...body }));
  },
  'rights.refuse': async ({ params, body, staff }) => {
    await inTransaction((tx) => refuseRequest(tx, staff, { ...params, ...body }));
  },
  'rights.openForRelative': ({ body, staff }) => inTransaction((tx) => openForRelative(tx, staff, body)),
  'rights.relative': ({ params, body, staff }) =>
    inTransaction((tx) => showRelative(tx, staff, { ...params, ...body })),
  'rights.addEvidence': async ({ params, body, staff }) => ({
    id: await inTransaction((tx) => addEvidence(tx, staff, { ...params, ...body })),
  }),
  'rights.checkEvidence': async ({ params, body, staff }) => {
    await inTransaction((tx) => checkEvidence(tx, staff, { ...params, ...body }));
  },
  'rights.removeEvidence': async ({ params, body, staff }) => {
    await inTransaction((tx) => removeEvidence(tx, staff, { ...params, ...body }));
  },
  'rights.evidence': async ({ params, body, staff }) => {
    const fileId = await inTransaction((tx) => openEvidence(tx, staff, { ...params, ...body }));
    return await sendFileOf([params.evidenceId], fileId);
  },
  'rights.recordArrangement': async ({ params, body, staff }) => {
    await inTransaction((tx) => recordArrangement(tx, staff, { ...params, ...body }));
  },
  'rights.propose': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeGrant(tx, staff, { ...params, ...body })),
  }),
  'rights.handOut': ({ params, body, staff }) => inTransaction((tx) => handOut(tx, staff, { ...params, ...body })),
  'rights.proposeMistaken': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeMistaken(tx, staff, { ...params, ...body })),
  }),
};

export const staffRoutes: StaffRoutes[] = [{ calls: rightsStaffCalls, handlers: staffHandlers }];
