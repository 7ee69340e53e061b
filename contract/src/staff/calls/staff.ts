import * as z from 'zod/mini';
import { id, instant, text, written } from '../../entities/index.ts';
import { type Permission, permissions, roleNames } from '../permissions.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const role = z.enum(roleNames);
const permission = z.enum(permissions as [Permission, ...Permission[]]);
const name = written(1, 80);
const email = z.string().check(z.minLength(3), z.maxLength(254));
/** Six digits of the person's authenticator. */
const code = z.string().check(z.maxLength(10));
const password = z.string().check(z.minLength(1), z.maxLength(128));
const invitationToken = z.string().check(z.minLength(1), z.maxLength(100));
const roles = z.array(role).check(z.maxLength(roleNames.length));
/** The offices whose objects a person sees; `all` for the head office. */
const offices = z.union([z.literal('all'), z.array(id).check(z.maxLength(100))]);

/** Who is signed in, what they may do, and the anti-forgery value of their session (S-2). */
const staffMe = z.object({
  id,
  name: text(80),
  email: text(254),
  roles,
  /** Roles the person may give to others. */
  handsOn: roles,
  permissions: z.array(permission),
  offices,
  token: text(100),
  /** Until then the last proof of identity counts as fresh; null when it does not now. */
  freshUntil: z.nullable(instant),
  expiresAt: instant,
});

const staffUser = z.object({
  id,
  name: text(80),
  email: text(254),
  roles,
  handsOn: roles,
  offices,
  /** Invited: has not chosen a password and an authenticator yet. */
  status: z.enum(['Invited', 'Active', 'Locked']),
  createdAt: instant,
  lastSignInAt: z.nullable(instant),
  invitationExpiresAt: z.nullable(instant),
  liveSessions: z.int(),
});

const rights = { roles, handsOn: z._default(roles, []), offices };
const own = { params: z.object({ id }), body: z.strictObject({ reason }) };

export type StaffMe = z.output<typeof staffMe>;
export type StaffUser = z.output<typeof staffUser>;

/** Signing in and out of the console, and its people. */
export const staffStaffCalls = defineStaffCalls({
  /**
   * Password and code, in one call or in two: with a right password and no code the answer is `isCodeNeeded`, nobody is
   * signed in, and the same call with the code follows.
   */
  'staff.signIn': {
    who: 'visitor',
    permission: null,
    body: z.strictObject({ email, password, code: z.nullish(code) }),
    reply: z.object({ isCodeNeeded: z.boolean(), me: z.nullable(staffMe), token: z.nullable(text(100)) }),
  },
  'staff.signOut': { who: 'visitor', permission: null, body: z.nullish(z.strictObject({})), reply: null },
  /** 204 when nobody is signed in. */
  'staff.me': { who: 'visitor', permission: null, reply: z.nullable(staffMe) },
  /** Another code: for five minutes, calls that need a fresh proof are answered. The session's id is a new one. */
  'staff.prove': {
    permission: null,
    body: z.strictObject({ code }),
    reply: z.object({ token: text(100), freshUntil: instant }),
  },
  /** Ends the person's other sessions; the session's id is a new one. */
  'staff.changePassword': {
    permission: null,
    isFresh: true,
    body: z.strictObject({ originalPassword: password, password }),
    reply: z.object({ token: text(100) }),
  },
  /** The own sessions that are live, the newest first: what the browser called itself, and its network. */
  'staff.sessions': {
    permission: null,
    reply: z.object({
      list: z.array(
        z.object({
          device: text(300),
          network: text(64),
          createdAt: instant,
          lastSeenAt: instant,
          expiresAt: instant,
          isCurrent: z.boolean(),
        }),
      ),
    }),
  },
  'staff.endOtherSessions': { permission: null, body: z.nullish(z.strictObject({})), reply: null },
  /** What an invitation's link shows: whose it is, and the secret for the authenticator, as text and as a picture. */
  'staff.openInvitation': {
    who: 'visitor',
    permission: null,
    body: z.strictObject({ invitation: invitationToken }),
    reply: z.object({
      name: text(80),
      email: text(254),
      secret: text(64),
      otpauthUrl: text(500),
      /** A `data:` address of the QR code. */
      qrCode: text(20_000),
      expiresAt: instant,
    }),
  },
  'staff.acceptInvitation': {
    who: 'visitor',
    permission: null,
    body: z.strictObject({ invitation: invitationToken, password, code }),
    reply: z.object({ me: staffMe, token: text(100) }),
  },
  /** For choices in forms: every office, or those the person sees. */
  'staff.offices': {
    permission: null,
    reply: z.object({
      list: z.array(z.object({ id, code: text(40), nameEn: text(200), nameZh: text(200) })),
    }),
  },
  'staff.users': {
    permission: 'staff:read',
    body: listQuery(['name', 'email', 'createdAt', 'lastSignInAt'], {
      search: text(100),
      role,
      status: z.enum(['Invited', 'Active', 'Locked']),
      officeId: id,
    }),
    reply: listReply(staffUser),
  },
  'staff.user': { permission: 'staff:read', params: z.object({ id }), reply: staffUser },
  'staff.invite': {
    permission: 'staff:write',
    isFresh: true,
    isIdempotent: true,
    body: z.strictObject({ name, email, language: z._default(z.enum(['en', 'zh']), 'zh'), ...rights }),
    reply: z.object({ id }),
  },
  'staff.inviteAgain': { permission: 'staff:write', isFresh: true, params: z.object({ id }), reply: null },
  'staff.changeRights': {
    permission: 'staff:write',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ ...rights, reason }),
    reply: null,
  },
  /** Ends every session of the person at once. */
  'staff.lock': { permission: 'staff:write', isFresh: true, reason: true, ...own, reply: null },
  'staff.unlock': { permission: 'staff:write', isFresh: true, reason: true, ...own, reply: null },
  'staff.endSessions': { permission: 'staff:write', isFresh: true, reason: true, ...own, reply: null },
  /** For a lost authenticator: sessions end, and a new invitation goes out. */
  'staff.resetSecondFactor': { permission: 'staff:write', isFresh: true, reason: true, ...own, reply: null },
});
