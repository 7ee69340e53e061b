import { accountLifetimes } from '@exam/contract/rules';
import { codeLimits } from './codes.ts';
import { consoleLimits } from './console.ts';
import { byAddress, type Limit } from './limit.ts';

/** Answers that several limits share to the question who can use them up for somebody else. */
const used = {
  byNobody: 'nobody: only whoever is signed in as its owner',
  byNeighbours: 'whoever shares the address: a school or a carrier; it ends within the hour',
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every strict limit, over all processes: the one table that code, tests and `docs/limits.md` read. Sources: T1
 * (messages), T2 (codes), T3 (sign-in), T12 (invitation codes).
 */
export const limits = {
  ...codeLimits,
  'signIn.account': {
    what: 'sign-ins by password on devices that the account does not know, from everywhere',
    by: 'what was typed as account',
    windows: [{ takes: 100, seconds: hour }],
    usedUpBy:
      'whoever has a dozen networks, with a captcha for each try, until the hour is over; devices that the account knows, codes and passkeys do not count here',
    source: 'T3',
  },
  'signIn.network': {
    what: 'the same, from one network',
    by: 'what was typed as account, and the caller’s network (/24, /48)',
    windows: [{ takes: 10, seconds: 10 * minute }],
    // It grows and never locks, and nobody elsewhere waits for it.
    delays: {
      withinSeconds: day,
      steps: [
        { after: 5, seconds: 5 },
        { after: 8, seconds: 30 },
        { after: 12, seconds: 2 * minute },
        { after: 20, seconds: 10 * minute },
      ],
    },
    usedUpBy:
      'a stranger in the same network, for minutes: devices that the account knows, codes and passkeys do not count here',
    source: 'T3',
  },
  'signIn.device': {
    what: 'sign-ins by password on a device that the account knows; what others do elsewhere does not count here',
    by: 'device',
    windows: [
      { takes: 10, seconds: 10 * minute },
      { takes: 30, seconds: day },
    ],
    usedUpBy: 'nobody: only the holder of the device',
    source: 'T3',
  },
  'signIn.wrong': {
    what: 'wrong passwords, after which the second step is asked for on trusted devices too',
    by: 'account',
    windows: [{ takes: 3, seconds: day }],
    usedUpBy: 'a stranger: then a trusted device asks for the second step, which its owner can take',
    source: 'R-17',
  },
  'signIn.plain': {
    what: 'wrong passwords without a captcha',
    by: 'what was typed as account',
    windows: [{ takes: 3, seconds: day }],
    usedUpBy: 'a stranger: then a captcha is asked for, which its owner can solve',
    source: 'T3',
  },
  'signIn.blind': {
    what: 'codes typed to sign in where none was sent to that browser, without a captcha',
    by: byAddress,
    windows: [{ takes: 10, seconds: hour }],
    usedUpBy: 'whoever shares the address: then a captcha is asked for',
    source: 'T2',
  },
  'signIn.ip': {
    what: 'sign-ins',
    by: byAddress,
    windows: [{ takes: 100, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T3',
  },
  'possession.account': {
    what: 'wrong passwords of whoever has the number of an account on a device that it does not know, and shows that the account is theirs',
    by: 'account',
    windows: [
      { takes: 5, seconds: 10 * minute },
      { takes: 20, seconds: day },
    ],
    usedUpBy: 'whoever has the number: the other ways to show it are left, and whoever is signed in is not kept out',
    source: 'S-19, T3',
  },
  'proof.account': {
    what: 'wrong passwords of a signed-in person',
    by: 'account',
    windows: [
      { takes: 5, seconds: 10 * minute },
      { takes: 20, seconds: day },
    ],
    usedUpBy: used.byNobody,
    source: 'T3, T5',
  },
  'register.ip': {
    what: 'registrations',
    by: byAddress,
    windows: [{ takes: 30, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T1, T4',
  },
  'reset.ip': {
    what: 'password resets',
    by: byAddress,
    windows: [{ takes: 30, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T2, T4',
  },
  'passkeyChallenge.ip': {
    what: 'challenges to sign in by passkey',
    by: byAddress,
    windows: [{ takes: 600, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T1, T3',
  },
  'captcha.ip': {
    what: 'captchas',
    by: byAddress,
    windows: [{ takes: 300, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T1',
  },
  'captcha.wrong': {
    what: 'places of a slider that were wrong, before which no answer is looked at; a proof of work is not counted',
    by: byAddress,
    windows: [{ takes: 100, seconds: hour }],
    usedUpBy:
      'whoever shares the address: a school or a carrier; the proof of work is left to them, and it ends within the hour',
    source: 'T1, R-18',
  },
  'invitation.account': {
    what: 'invitation codes tried',
    by: 'account',
    windows: [{ takes: 5, seconds: 10 * minute }],
    usedUpBy: used.byNobody,
    source: 'T12',
  },
  'invitation.ip': {
    what: 'invitation codes tried',
    by: byAddress,
    windows: [{ takes: 20, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T12',
  },
  'import.account': {
    what: 'files of candidates read',
    by: 'account',
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: used.byNobody,
    source: 'T20',
  },
  'upload.refused': {
    what: 'files uploaded that were refused; those kept have a limit of their own, 50 and 200 MB in a day',
    by: 'account or member of staff',
    windows: [{ takes: 50, seconds: day }],
    usedUpBy: used.byNobody,
    source: 'T19, T20',
  },
  'upload.seconds': {
    what: 'seconds for which uploaded documents kept the threads that take them apart',
    by: 'account or member of staff',
    windows: [{ takes: 30, seconds: day }],
    usedUpBy: used.byNobody,
    source: 'T20',
  },
  'notifyRejected.ip': {
    what: 'payment notifications that were not believed; genuine ones are not counted',
    by: byAddress,
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: 'nobody: genuine notifications are not counted',
    source: 'T14',
  },
  'copy.account': {
    what: 'copies of one’s own data made',
    by: 'account',
    windows: [
      { takes: 5, seconds: hour },
      { takes: 20, seconds: day },
    ],
    usedUpBy: used.byNobody,
    source: 'T14, PIPL 45',
  },
  'consent.ip': {
    what: 'consent receipts verified',
    by: byAddress,
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T12',
  },
  'guardian.ip': {
    what: 'links of guardians that lead nowhere; a right one is never counted',
    by: byAddress,
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T12, PIPL 31',
  },
  'guardian.link': {
    what: 'looks at the page of a guardian’s link',
    by: 'the secret of the link',
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: 'whoever holds the link: the guardian waits an hour to look again, and may object meanwhile',
    source: 'T12',
  },
  'guardian.birthDate': {
    what: 'birth dates tried at a guardian’s link, right ones too',
    by: 'account and the guardian’s number, whatever the link',
    windows: [{ takes: 10, seconds: day }],
    usedUpBy: 'whoever holds the link: the guardian waits a day, and may agree or object meanwhile',
    source: 'PIPL 31, PIPL 45',
  },
  'guardianNotice.account': {
    what: 'text messages to guardians who are asked about a child’s registration; beyond it they go later',
    by: 'account',
    // A group of 50 children is one order.
    windows: [
      { takes: 50, seconds: hour },
      { takes: 100, seconds: day },
    ],
    usedUpBy: used.byNobody,
    source: 'T1, PIPL 31',
  },
  'guardianNotice.ip': {
    what: 'the same; beyond it messages go later',
    by: byAddress,
    windows: [
      { takes: 100, seconds: hour },
      { takes: 200, seconds: day },
    ],
    usedUpBy: used.byNeighbours,
    source: 'T1, PIPL 31',
  },
  'guardianNotice.number': {
    what: 'the same; beyond it messages go later',
    by: 'the guardian’s number',
    windows: [{ takes: 30, seconds: day }],
    usedUpBy:
      'ten accounts that order for a child and name the number: messages of others who name it go up to a day later, as long as they can still be answered',
    source: 'S-23, PIPL 31',
  },
  'guardianNotice.all': {
    what: 'the same; beyond it messages go later',
    by: 'a sixteenth of all accounts, so that they do not wait for each other',
    windows: [{ takes: 200, seconds: hour }],
    usedUpBy:
      'whoever has many accounts and addresses, for a sixteenth each: messages to the guardians of others go up to an hour later, as long as they can still be answered',
    source: 'T1, PIPL 31',
  },
  'guardianAgain.account': {
    what: 'links to guardians sent again',
    by: 'account',
    windows: [{ takes: 5, seconds: day }],
    usedUpBy: used.byNobody,
    source: 'T1, PIPL 31',
  },
  'guardianAgain.number': {
    what: 'links to guardians sent again',
    by: 'the guardian’s number',
    windows: [{ takes: 10, seconds: day }],
    usedUpBy:
      'two accounts that register a child and name the number: others who name it wait a day, the link they have works on',
    source: 'T1, PIPL 31',
  },
  'calendar.ip': {
    what: 'calendar addresses that lead nowhere; a right one is never counted',
    by: byAddress,
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T12',
  },
  'calendar.address': {
    what: 'reads of one calendar address, by every app that subscribes to it',
    by: 'calendar address',
    windows: [{ takes: 120, seconds: hour }],
    usedUpBy: 'whoever has the address: the apps of the family wait an hour, and its owner can make a new address',
    source: 'T12',
  },
  'letter.ip': {
    what: 'confirmation letters verified',
    by: byAddress,
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: used.byNeighbours,
    source: 'T12',
  },
  ...consoleLimits,
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** Seconds that things of the accounts live. */
export const lifetimes = {
  session: {
    seconds: accountLifetimes.sessionHours * hour,
    what: 'a session, however much it is used',
    source: 'R-23, T5',
  },
  idleSession: { seconds: accountLifetimes.idleMinutes * minute, what: 'a session without use', source: 'R-23, T5' },
  code: { seconds: 5 * minute, what: 'a verification code', source: 'R-19' },
  resend: { seconds: minute, what: 'until the next code may be asked for', source: 'R-19' },
  passkeyChallenge: { seconds: 5 * minute, what: 'a challenge for a passkey, to be answered', source: 'T3' },
  staffInvitation: { seconds: 3 * day, what: 'an invitation to the console', source: 'T32' },
  captcha: { seconds: 2 * minute, what: 'a captcha to be solved, and a solved one to be spent', source: 'R-18' },
  ticket: {
    seconds: accountLifetimes.ticketMinutes * minute,
    what: 'a sign-in that has a step to go',
    source: 'R-17, S-19',
  },
  trustedDevice: { seconds: accountLifetimes.trustedDeviceDays * day, what: 'the trust in a device', source: 'R-17' },
  knownDevice: { seconds: accountLifetimes.knownDeviceDays * day, what: 'a device that is not used', source: 'T3, T5' },
  letIn: {
    seconds: day,
    what: 'a decision of staff that somebody is the owner, until the sign-in that uses it',
    source: 'S-19',
  },
  closedContact: {
    seconds: 90 * day,
    what: 'number and address of a closed account, until a new one may have them',
    source: 'R-25, privacy goals',
  },
  freshProof: {
    seconds: 5 * minute,
    what: 'a proof of identity, for changes of the account',
    source: 'T5, ASVS 7.5.1',
  },
} as const;

/** Tries after which a thing is dead. */
export const tries = {
  code: { takes: 5, what: 'wrong tries that end a verification code', source: 'R-19, T2' },
  passkeys: { takes: 10, what: 'passkeys of an account', source: 'T3' },
  captcha: { takes: 3, what: 'tries of a captcha', source: 'R-18' },
  birthDate: {
    takes: 3,
    what: 'birth dates tried for an account with a new holder’s number, then staff',
    source: 'S-19',
  },
} as const;
