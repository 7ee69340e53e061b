import { byAddress, type Limit } from './limit.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const byNobody = 'nobody: only whoever is signed in as its owner';

/** The strict limits of the console; `limits` has them with the others. */
export const consoleLimits = {
  'staffSignIn.account': {
    what: 'sign-ins to the console without a right code; after them no password is looked at without one',
    by: 'what was typed as address',
    windows: [
      { takes: 10, seconds: 10 * minute },
      { takes: 60, seconds: day },
    ],
    usedUpBy: 'a stranger: then a right code is asked for with the password, which its owner has',
    source: 'T3, T32',
  },
  'staffSignIn.code': {
    what: 'sign-ins to the console with a right code, which only the holder of the authenticator can use up',
    by: 'member of staff',
    windows: [{ takes: 10, seconds: 10 * minute }],
    usedUpBy: 'nobody: only the holder of the authenticator',
    source: 'T3, T32',
  },
  'staffSignIn.ip': {
    what: 'sign-ins to the console without a right code',
    by: byAddress,
    windows: [{ takes: 100, seconds: hour }],
    usedUpBy: 'whoever shares the address; a right code is not counted',
    source: 'T3',
  },
  'staffProof.account': {
    what: 'wrong codes and passwords of a signed-in member of staff',
    by: 'member of staff',
    windows: [
      { takes: 5, seconds: 10 * minute },
      { takes: 20, seconds: day },
    ],
    usedUpBy: byNobody,
    source: 'T3, T5',
  },
  staffReveal: {
    what: 'personal data asked for in full, one record at a time',
    by: 'member of staff',
    windows: [
      { takes: 30, seconds: hour },
      { takes: 100, seconds: day },
    ],
    usedUpBy: byNobody,
    source: 'T32, T33',
  },
  'prepared.staff': {
    what: 'registrations typed for families, each of which sends an SMS',
    by: 'member of staff',
    windows: [
      { takes: 60, seconds: hour },
      { takes: 300, seconds: day },
    ],
    usedUpBy: byNobody,
    source: 'T1, T32',
  },
  'prepared.number': {
    what: 'the same',
    by: 'the family’s number',
    windows: [{ takes: 10, seconds: day }],
    usedUpBy: 'staff alone, who type it; the family registers by itself on the portal',
    source: 'T1',
  },
  staffSearch: {
    what: 'people searched for by a whole number, address or name; the same one again within the hour is not counted',
    by: 'member of staff',
    windows: [
      { takes: 60, seconds: hour },
      { takes: 300, seconds: day },
    ],
    usedUpBy: byNobody,
    source: 'T33',
  },
  'staffSearch.same': {
    what: 'the same search, which is counted once',
    by: 'member of staff and what was typed, by keyed hash',
    windows: [{ takes: 1, seconds: hour }],
    usedUpBy: byNobody,
    source: 'T33',
  },
  'staffSearch.over': {
    what: 'searches refused, after which the privacy officer is told',
    by: 'member of staff',
    windows: [{ takes: 1, seconds: day }],
    usedUpBy: byNobody,
    source: 'T33',
  },
  'staffInvitation.ip': {
    what: 'invitations to the console opened and accepted',
    by: byAddress,
    windows: [{ takes: 60, seconds: hour }],
    usedUpBy: 'whoever shares the address: a school or a carrier; it ends within the hour',
    source: 'T32',
  },
} as const satisfies Record<string, Limit>;
