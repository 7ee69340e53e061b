import { staffStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffHandlers } from '#platform/staff-http';
import { acceptInvitation, openInvitation } from './invitation.ts';
import { changeRights, endSessions, invite, inviteAgain, lock, resetSecondFactor, unlock } from './manage.ts';
import { readMe, sessionOf } from './me.ts';
import { endSession, endSessionsOf, listSessions, type Origin, readSession } from './session.ts';
import { changePassword, prove, signIn } from './sign-in.ts';
import { listOffices, readUser, searchUsers } from './users.ts';

const handlers: StaffHandlers<typeof staffStaffCalls> = {
  'staff.signIn': async (call) => {
    const signedIn = await signIn(call.body, { origin: originOf(call), session: call.session });
    if (signedIn === null) return { isCodeNeeded: true, me: null, token: null };
    call.setSession(signedIn.token);
    const session = sessionOf(signedIn.token);
    const me = await reading((tx) => readMe(tx, signedIn.staff.id, session));
    return { isCodeNeeded: false, me, token: session.csrfToken };
  },
  'staff.signOut': async ({ session, setSession }) => {
    if (session) await inTransaction((tx) => endSession(tx, session.idHash));
    setSession(null);
  },
  'staff.me': ({ staff, session }) => (staff && session ? reading((tx) => readMe(tx, staff.id, session)) : null),
  'staff.prove': async (call) => {
    const token = await prove(call.body.code, call);
    call.setSession(token);
    const session = sessionOf(token);
    const { freshUntil } = await reading((tx) => readSession(tx, session.idHash));
    return freshUntil === null ? refuse('REAUTH') : { token: session.csrfToken, freshUntil };
  },
  'staff.changePassword': async (call) => {
    const token = await changePassword(call.body, call);
    call.setSession(token);
    return { token: sessionOf(token).csrfToken };
  },
  'staff.sessions': ({ staff, session }) => reading((tx) => listSessions(tx, staff.id, session.idHash)),
  'staff.endOtherSessions': async ({ staff, session }) => {
    await inTransaction((tx) => endSessionsOf(tx, staff.id, session.idHash));
  },
  'staff.openInvitation': ({ body, ip }) => openInvitation(body.invitation, ip),
  'staff.acceptInvitation': async (call) => {
    const { staffId, token } = await acceptInvitation(call.body, originOf(call));
    if (call.session) await endCurrent(call.session.idHash);
    call.setSession(token);
    const session = sessionOf(token);
    return { me: await reading((tx) => readMe(tx, staffId, session)), token: session.csrfToken };
  },
  'staff.offices': ({ staff }) => reading((tx) => listOffices(tx, staff)),
  'staff.users': ({ staff, body }) => reading((tx) => searchUsers(tx, staff, body)),
  'staff.user': ({ staff, params }) => reading((tx) => readUser(tx, staff, params.id)),
  'staff.invite': async ({ staff, body }) => ({ id: await inTransaction((tx) => invite(tx, staff, body)) }),
  'staff.inviteAgain': ({ staff, params }) => inTransaction((tx) => inviteAgain(tx, staff, params.id)),
  'staff.changeRights': ({ staff, params, body }) =>
    inTransaction((tx) => changeRights(tx, staff, { ...body, id: params.id })),
  'staff.lock': ({ staff, params, body }) => inTransaction((tx) => lock(tx, staff, { ...body, id: params.id })),
  'staff.unlock': ({ staff, params, body }) => inTransaction((tx) => unlock(tx, staff, { ...body, id: params.id })),
  'staff.endSessions': ({ staff, params, body }) =>
    inTransaction((tx) => endSessions(tx, staff, { ...body, id: params.id })),
  'staff.resetSecondFactor': ({ staff, params, body }) =>
    inTransaction((tx) => resetSecondFactor(tx, staff, { ...body, id: params.id })),
};

/** The calls of this domain. */
export const staffRoutes = [{ calls: staffStaffCalls, handlers }];

function originOf({ ip, headers }: { ip: string; headers: { 'user-agent'?: string | undefined } }): Origin {
  return { ip, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
}

async function endCurrent(idHash: Buffer): Promise<void> {
  await inTransaction((tx) => endSession(tx, idHash));
}
