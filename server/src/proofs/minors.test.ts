import { staffCalls, staffEndpoints, type StaffCall, type StaffEndpointName } from '@exam/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { askStaff, givenStaff, type SignedInStaff, rowsOf } from '#testing';
import { type Family, givenFamily } from './family.testing.ts';
import { masked, named, ofNobody, opening, undecided } from './minors-table.testing.ts';
import { isObject } from './requests.testing.ts';
import { checksums, openWorld, type World } from './world.testing.ts';

let world: World;
let newcomer: SignedInStaff;
let colleague: SignedInStaff;
let family: Family;
beforeAll(async () => {
  world = await openWorld();
  newcomer = await givenStaff(world.consoleUrl, { opensMinors: false, name: 'Newcomer' });
  colleague = await givenStaff(world.consoleUrl, { name: 'Colleague' });
  family = await givenFamily(world);
});
afterAll(() => world.close());

const openingNames = Object.keys(opening) as (keyof typeof opening)[];
const maskedNames = Object.keys(masked) as (keyof typeof masked)[];
const callOf = (name: StaffEndpointName): StaffCall => staffCalls[name];

/** What names or describes somebody who sits an exam. */
const personal =
  /^(candidateName|candidateNameZh|candidateNames|firstName|lastName|dob|birthday|dateOfBirth|idNo|idEnd|candidateIdNo|guardian|pickup\w*|uci\w*|mobile|wish)$/;

function personalFieldsOf(name: StaffEndpointName): string[] {
  const { reply } = callOf(name);
  const found = new Set<string>();
  if (reply) look(z.toJSONSchema(reply, { unrepresentable: 'any' }), found);
  return [...found];
}

function look(schema: unknown, found: Set<string>): void {
  if (Array.isArray(schema)) for (const each of schema) look(each, found);
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
    if (personal.test(key)) found.add(key);
    look(value, found);
  }
  for (const part of ['items', 'anyOf', 'oneOf', 'allOf']) look(schema[part], found);
}

const looks = async (f: Family) =>
  await rowsOf('select reason, approval_id is not null as by_approval from record_view where account_id = $1', [
    f.browser.accountId,
  ]);

const refusedByState = [
  'applications.move SAME_SESSION',
  'applications.endFormer ILLEGAL_STATE',
  'applications.reinstateGuardian ILLEGAL_STATE',
  'applications.sendLetter LETTER_NOT_YET',
  'arrangements.record ARRANGEMENT_EXISTS',
  'cancellations.approve ILLEGAL_STATE',
  'cancellations.reject ILLEGAL_STATE',
  'examDay.mark EXAM_NOT_TODAY',
  'filedPapers.add NOT_FOUND',
  'rights.propose ILLEGAL_STATE',
  'bookings.confirm PRODUCT_NOT_OPEN',
  'bookings.update ILLEGAL_STATE',
  'bookings.reissue ILLEGAL_STATE',
  'bookings.extend ILLEGAL_STATE',
  'bookings.liftRestriction ILLEGAL_STATE',
  'bookings.proposeDate ILLEGAL_STATE',
  'bookings.nameVenues ILLEGAL_STATE',
  'bookings.takeBackDate ILLEGAL_STATE',
  'bookings.attachTimetable NOT_FOUND',
  'postTests.approveCancellation ILLEGAL_STATE',
  'postTests.rejectCancellation ILLEGAL_STATE',
  'postTests.refuse ILLEGAL_STATE',
  'postTests.complete ILLEGAL_STATE',
  'postTests.correct ILLEGAL_STATE',
  'postTests.addFiles ILLEGAL_STATE',
];

describe('the table of staff calls', () => {
  it('decides about each of them, once, and says of none that it names nobody when its answer does [3-domain 6.3]', () => {
    const decided = [...openingNames, ...maskedNames, ...Object.keys(named), ...ofNobody];

    expect(decided.toSorted()).toEqual(Object.keys(staffEndpoints).toSorted());
    expect(undecided).toEqual({});
    const asNobody = [...ofNobody, ...(Object.keys(named) as (keyof typeof named)[])];
    expect(asNobody.filter((name) => personalFieldsOf(name).length > 0)).toEqual([]);
  });
});

describe('a record of a minor', () => {
  it('is opened and changed by no call without an approval: each is refused, kept, and changes no row [3-domain 6.3 T32]', async () => {
    const before = await checksums();

    for (const name of openingNames) {
      const answer = await askStaff(newcomer, name, opening[name](family));
      expect([name, answer.status, answer.body['code']], answer.text).toEqual([name, 403, 'MINOR_APPROVAL_NEEDED']);
      expect(family.marks.filter((mark) => answer.text.includes(mark))).toEqual([]);
    }

    const kept = await rowsOf(`select after from audit_entry where staff_id = $1 and action = 'minors.refused'`, [
      newcomer.staff.id,
    ]);
    expect(new Set(kept.map(({ after }) => Reflect.get(Object(after), 'call')))).toEqual(new Set(openingNames));
    expect(await looks(family)).toEqual([]);
    const after = await checksums();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed.filter((table) => !['audit_entry', 'audit_head', 'audit_link'].includes(table))).toEqual([]);
  });

  it('that is opened or changed with an approval leaves a look with its reason, whichever the call [3-domain 6.3]', async () => {
    const unseen: string[] = [];
    let own = await givenFamily(world);

    for (const name of openingNames) {
      // Nobody has looked at it yet.
      if ((await looks(own)).length > 0) own = await givenFamily(world);
      const sent = opening[name](own);
      const answer = await askStaff(colleague, name, sent);
      expect([name, answer.status === 403], answer.text).toEqual([name, false]);
      if (answer.status >= 300) {
        unseen.push(`${name} ${String(answer.body['code'])}`);
        continue;
      }
      const seen = await looks(own);
      expect(seen.length, name).toBeGreaterThan(0);
      const { body } = sent as { body?: { reason?: string } };
      const wanted = body?.reason ?? 'The daily work of the desk.';
      expect([name, ...new Set(seen.map(({ reason }) => reason))]).toContain(wanted);
      expect([name, seen.every(({ by_approval }) => by_approval === true)]).toEqual([name, true]);
    }

    // What the state of the family does not let anybody do; that the approval comes first, the case above shows.
    expect(unseen).toEqual(refusedByState);
  });

  it('stands in lists with its documents and contacts masked [3-domain 6.3 T32]', async () => {
    for (const name of maskedNames) {
      const answer = await askStaff(newcomer, name, masked[name](family));
      expect([name, answer.status], answer.text).toEqual([name, 200]);
      expect([name, family.wholes.filter((whole) => answer.text.includes(whole))]).toEqual([name, []]);
    }
  });
});
