import { staffCalls, type StaffCall, type StaffEndpointName } from '@exam/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { databasePool } from '#platform/database';
import { tasks } from '#testing/app';
import { askStaff, givenStaff, type SignedInStaff } from '#testing';
import { type Family, givenFamily } from './family.testing.ts';
import { isObject } from './requests.testing.ts';
import { openWorld, type World } from './world.testing.ts';

let world: World;
let family: Family;
beforeAll(async () => {
  world = await openWorld();
  family = await givenFamily(world);
});
afterAll(() => world.close());

const newcomer = () => givenStaff(world.consoleUrl, { opensMinors: false });
const page = { pageIndex: 1, pageSize: 20 };

type Kind = 'application' | 'booking' | 'candidate' | 'postTest';
type Search = { field: string; text: (f: Family) => string; finds: readonly Kind[]; learns: string };
const byName: Omit<Search, 'finds'> = { field: 'search', text: ({ marks }) => marks.join(' '), learns: 'name' };

/** Every call that finds people by what is typed, a text that finds the child, and whose records it is. */
const seeking = {
  'applications.search': { ...byName, finds: ['application'] },
  'arrangements.search': { ...byName, finds: ['application'] },
  'cancellations.search': { ...byName, finds: ['application'] },
  'candidates.search': { field: 'search', text: ({ idNos }) => idNos[0], finds: ['candidate'], learns: 'idNo' },
  'accounts.search': {
    field: 'search',
    text: ({ browser }) => browser.phone,
    finds: ['candidate'],
    learns: 'holderContacts',
  },
  'bookings.search': { ...byName, field: 'keyword', finds: ['booking'] },
  'fapiao.search': { ...byName, text: () => 'Zhang San', finds: [] },
  'orders.search': { ...byName, finds: ['application'] },
  'postTests.search': { ...byName, finds: ['postTest'] },
  'refunds.search': { ...byName, finds: ['application'] },
  'search.find': { ...byName, field: 'text', finds: ['application', 'booking', 'candidate'] },
} as const satisfies Partial<Record<StaffEndpointName, Search>>;

/** Those that are searched by something else: why. */
const others = {
  'catalogue.search': 'by codes and names of what is on offer',
  'examDay.search': 'by names of exams and places',
  'reports.fill': 'by names of exams and cities',
  'reports.noShows': 'by names of exams and cities',
  'paymentExceptions.search': 'by the code of an order and what the channel said',
  'payments.search': 'by the code of an order and numbers of the channel',
  'reconciliation.lines': 'by numbers of the channel',
  'rights.search': 'by the code of a request',
  'staff.users': 'by the names of colleagues',
};

const names = Object.keys(seeking) as (keyof typeof seeking)[];

/** Those by which a child is found by name. */
const named = names.filter((name) => !['accounts.search', 'fapiao.search'].includes(name));

/** The ids of what an answer lists. */
const recordsIn = ({ text }: { text: string }): string[] =>
  ((JSON.parse(text).list ?? []) as { id: string }[]).map(({ id }) => id);

/** The words that a call takes freely, as a list is searched by them. */
function wordsOf(name: StaffEndpointName): string[] {
  const { body }: StaffCall = staffCalls[name];
  const schema: unknown = body ? z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) : {};
  const fields = isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  return fields.filter((field) => ['search', 'keyword', 'text'].includes(field));
}

async function looksOf({ staff }: SignedInStaff, f: Family) {
  const { rows } = await databasePool().query(
    `select distinct record_kind as kind, fields from record_view
     where staff_id = $1 and act = 'Found' and purpose = 'search.find' and account_id = $2 order by record_kind`,
    [staff.id, f.browser.accountId],
  );
  return rows;
}

async function missesOf({ staff }: SignedInStaff): Promise<string[]> {
  const { rows } = await databasePool().query(
    `select object_id from audit_entry where staff_id = $1 and action = 'search.missed' order by at`,
    [staff.id],
  );
  return rows.map(({ object_id }) => object_id);
}

/** A document number of a child that nobody has. */
const guess = (n: number) => `11010120140506${String(n).padStart(3, '0')}X`;

describe('a search for a person', () => {
  it('is one of these calls, and no other takes words to find people by [T33]', () => {
    const all = Object.keys(staffCalls) as StaffEndpointName[];
    const searched = all.filter((name) => wordsOf(name).length > 0 && name !== 'notes.add');

    expect(searched.toSorted()).toEqual([...names, ...Object.keys(others)].toSorted());
  });

  it.each(names)('by %s notes whom it found, and by what [T33 3-domain 6.3]', async (name) => {
    const { field, text, finds, learns } = seeking[name] as Search;
    const staff = await newcomer();

    const { status } = await askStaff(staff, name, { body: { [field]: text(family) } });

    expect(status).toBe(200);
    expect(await looksOf(staff, family)).toEqual(finds.map((kind) => ({ kind, fields: [learns] })));
  });

  it.each(names)(
    'by %s that found nobody stands in the audit, once however often it is repeated [T33]',
    async (name) => {
      const { field } = seeking[name] as Search;
      const staff = await newcomer();
      const text = name === 'accounts.search' ? '13800000000' : 'NOBODY ATALL';

      for (let times = 0; times < 3; times++) await askStaff(staff, name, { body: { [field]: text } });

      expect(await missesOf(staff)).toEqual([name]);
    },
  );

  it('by whole numbers ends after so many in an hour, and the privacy officer is told who it was [T33]', async () => {
    const staff = await newcomer();
    const seen: number[] = [];
    for (let n = 0; n < 61; n++)
      seen.push((await askStaff(staff, 'candidates.search', { body: { ...page, search: guess(n) } })).status);
    const stopped = await askStaff(staff, 'search.find', { body: { text: family.idNos[0] } });
    const again = await askStaff(staff, 'candidates.search', { body: { ...page, search: guess(0) } });
    const unnamed = await askStaff(staff, 'candidates.search', { body: page });
    await tasks['workItems.sweep']?.({});

    expect(seen).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    expect([stopped.status, stopped.body['code'], again.status, unnamed.status]).toEqual([
      429,
      'RATE_LIMITED',
      200,
      200,
    ]);
    expect(stopped.text).not.toContain(family.idNos[0]);
    expect(await missesOf(staff)).toHaveLength(60);
    const { rows } = await databasePool().query(
      `select object_id from work_item where kind = 'manySearches' and closed_at is null`,
    );
    expect(rows).toEqual([{ object_id: staff.staff.id }]);
  });

  it('by parts of names goes on all day on the telephone, and tells nothing of a child who is shown in part [T33]', async () => {
    const [staff, colleague] = [await newcomer(), await givenStaff(world.consoleUrl)];
    const [lastName = '', firstName = ''] = family.marks;
    const parts = Array.from(firstName.slice(1), (_, at) => firstName.slice(0, at + 2));
    const texts = [...parts, ...parts.map((part) => `${lastName} ${part}`), lastName, lastName.slice(0, 3)].filter(
      (text) => text !== `${lastName} ${firstName}`,
    );
    const found: unknown[] = [];
    const known: string[] = [];
    for (const name of named)
      for (const text of texts) {
        const { field } = seeking[name] as Search;
        const hidden = await askStaff(staff, name, { body: { [field]: text } });
        const shown = await askStaff(colleague, name, { body: { [field]: text } });
        // A code may hold the same letters by chance: what is found by it says them openly.
        const list: unknown[] = JSON.parse(hidden.text).list ?? [];
        const byName = list.filter((record) => !JSON.stringify(record).toUpperCase().includes(text));
        if (hidden.status !== 200 || byName.length > 0) found.push([name, text, hidden.status]);
        if (recordsIn(shown).length > 0 && !known.includes(name)) known.push(name);
      }

    expect(found).toEqual([]);
    expect(known).toEqual(named);
  });

  it.each(named)('by the words of a name or parts of them finds, whichever is typed first, by %s', async (name) => {
    const { field } = seeking[name] as Search;
    const colleague = await givenStaff(world.consoleUrl);
    const [lastName = '', firstName = ''] = family.marks;
    const texts = [
      `${firstName} ${lastName}`,
      `${lastName}, ${firstName}`,
      `${firstName.toLowerCase()}，${lastName.toLowerCase()}`,
      `${lastName}${firstName}`,
      `${firstName}${lastName}`,
      `${firstName.slice(0, 4)} ${lastName.slice(0, 4)}`,
      firstName.slice(1, 5),
    ];
    const missed: string[] = [];
    for (const text of texts)
      if (recordsIn(await askStaff(colleague, name, { body: { [field]: text } })).length === 0) missed.push(text);
    const other = await askStaff(colleague, name, { body: { [field]: `${firstName} Q${lastName}Q` } });

    expect(missed).toEqual([]);
    expect(recordsIn(other)).toEqual([]);
  });

  it('says of a registration and a booking which exam it is, and of nobody more than a list would', async () => {
    const [staff, colleague] = [await newcomer(), await givenStaff(world.consoleUrl)];
    const [lastName = '', firstName = ''] = family.marks;
    const whole = `${lastName} ${firstName}`;
    const hitsOf = async (who: SignedInStaff, text: string) => {
      const { list }: { list: { kind: string; about: unknown }[] } = JSON.parse(
        (await askStaff(who, 'search.find', { body: { text } })).text,
      );
      return Object.fromEntries(list.map(({ kind, about }) => [kind, about]));
    };

    const hidden = await hitsOf(staff, `${firstName} ${lastName}`);
    const shown = [
      await hitsOf(colleague, whole),
      await hitsOf(colleague, `${firstName}, ${lastName}`),
      await hitsOf(colleague, `${firstName.slice(0, 4)} ${lastName.slice(0, 4)}`),
    ];

    const told = {
      application: { candidateName: whole, exam: expect.any(String), examDate: expect.any(String) },
      booking: { candidateName: whole, exam: expect.any(String) },
      candidate: null,
    };
    expect(shown).toMatchObject([told, told, told]);
    expect(hidden['application']).toMatchObject({ exam: expect.any(String) });
    expect(JSON.stringify(hidden)).not.toContain(family.marks[1]);
  });

  it.each(named)(
    'by the whole name still finds a child who is shown in part, by %s [T33 3-domain 6.3]',
    async (name) => {
      const { field } = seeking[name] as Search;
      const staff = await newcomer();

      const answer = await askStaff(staff, name, { body: { [field]: family.marks.join(' ').toLowerCase() } });

      expect(recordsIn(answer).length).toBeGreaterThan(0);
    },
  );

  it('that found a child is told by the tool for incidents, with what was learnt [T33]', async () => {
    const staff = await newcomer();
    await askStaff(staff, 'search.find', { body: { text: family.idNos[0] } });
    const officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });

    const { body } = await askStaff(officer, 'incidents.seen', { body: { ...page, staffId: staff.staff.id } });

    expect(body['list']).toMatchObject([
      {
        acts: ['Found', 'Listed'],
        fields: ['maskedName', 'idNo'],
        purposes: ['lists.shown', 'search.find'],
        isMinor: true,
      },
    ]);
  });

  it('of a code, a part of a name or the catalogue alone is written down for nobody', async () => {
    const staff = await newcomer();
    const [code] = (await databasePool().query('select code from application where id = $1', [family.applicationId]))
      .rows;
    await askStaff(staff, 'search.find', { body: { text: code.code } });
    await askStaff(staff, 'search.find', { body: { text: family.marks[0] ?? '' } });
    const editor = await givenStaff(world.consoleUrl, { roles: ['catalogueEditor'] });
    await askStaff(editor, 'search.find', { body: { text: 'Nobody Atall' } });

    expect([await looksOf(staff, family), await missesOf(staff), await missesOf(editor)]).toEqual([[], [], []]);
  });
});
