import type { EndpointName } from '@exam/contract/endpoints';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { keepFile } from '#office/files';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { createBrowser } from '#testing/app';
import { seal } from '#platform/vault';
import type { Browser } from '#testing';
import { addressesOf, allNames, callOf, idPlaces, type Ids, isLater, requestsWith } from './requests.testing.ts';
import { givenPrepared } from './prepared.testing.ts';
import { checksums, givenHousehold, type Household, openWorld, withoutRequestId, type World } from './world.testing.ts';
import { expectExactly } from '#testing';

let world: World;
let owner: Household;
let stranger: Household;
/** A device of each that is not the one that asks. */
const devices = new Map<Household, string>();
/** A file of each that nothing uses. */
const files = new Map<Household, string>();
const passkeys = new Map<Household, string>();
const prepared = new Map<Household, readonly string[]>();
/** A consent of each that may be withdrawn. */
const consents = new Map<Household, string>();
beforeAll(async () => {
  world = await openWorld();
  owner = await givenHousehold(world);
  stranger = await givenHousehold(world);
  for (const home of [owner, stranger]) {
    devices.set(home, await otherDeviceOf(home));
    files.set(home, await fileOf(home));
    passkeys.set(home, await passkeyOf(home));
    prepared.set(home, [await givenPrepared(home), await givenPrepared(home)]);
    consents.set(home, await consentOf(home));
  }
});
afterAll(() => world.close());

/** Ids of what everybody may see, wherever they are. */
const publicPlaces = [
  /\.(productId|productid|subjectId|sessionid|officeId|officeid|cityId|serviceId|templateId|registrationTemplateId)$/,
  /\.(session|subject)\.id$/,
  /^(product|session)\.\w+ params\.id$/,
];

type Kind = 'applicationId' | 'candidateId' | 'orderId' | 'otherId';

/** What an id that is somebody's own stands for, by its name or by the call's. */
function kindOf(name: EndpointName, place: string): Kind | null {
  if (publicPlaces.some((pattern) => pattern.test(`${name} ${place}`))) return null;
  if (/\.applicationIds?(\[\])?$/.test(place)) return 'applicationId';
  if (place.endsWith('.candidateId')) return 'candidateId';
  if (place.endsWith('.orderId')) return 'orderId';
  const isOwnId = /^(params|query|body)\.id$/.test(place) && name !== 'order.placeForBooking';
  return (isOwnId ? ownIds.get(domainOf(name)) : undefined) ?? 'otherId';
}

/** Whose id a call takes by the name `id` alone. */
const ownIds: ReadonlyMap<string, Kind> = new Map([
  ['application', 'applicationId'],
  ['candidate', 'candidateId'],
  ['fapiao', 'orderId'],
  ['guardian', 'applicationId'],
  ['order', 'orderId'],
]);

/** The files of candidates have ids of their own. */
function domainOf(name: EndpointName): string {
  return /import/i.test(name) ? 'import' : (name.split('.')[0] ?? '');
}

type Case = { name: EndpointName; place: string; kind: Kind };

/**
 * Bookings need an office with service dates, requests after an exam a window of an awarding body, lists of files the answers of a
 * form, which these households have not: `#services/bookings`, `#services/post-test` and `forms.test.ts` prove their ownership themselves.
 */
const elsewhere = /^booking\.(?!checkRepeat)|^order\.placeForBooking$|^postTest\.|^formAttachment\.list$/;
const withoutBookings = allNames.filter((name) => !elsewhere.test(name));

const cases: Case[] = withoutBookings.flatMap((name) =>
  idPlaces(name).flatMap((place) => {
    const kind = kindOf(name, place);
    return kind === null || callOf(name).who === 'visitor' ? [] : [{ name, place, kind }];
  }),
);

const afterPaying: readonly EndpointName[] = [
  'application.letter',
  'application.calendarFile',
  'application.changePickup',
  'application.requestCancellation',
  'application.cancellationQuote',
  'application.addCancellationDocuments',
  'application.takeBackCancellation',
  'application.chooseAfterMove',
];

/** Calls about what was paid name the paid application or order. */
function idsFor(name: EndpointName, home: Household): Ids {
  const isAfterPaying = afterPaying.includes(name);
  const { applicationId } = isAfterPaying ? home.paid : home.cart;
  return {
    applicationId,
    // Two calls end somebody: each gets a person of its own.
    candidateId: name === 'rights.askDeletion' ? home.paid.candidateId : home.candidateId,
    orderId: name === 'fapiao.request' ? home.paid.orderId : home.pending.orderId,
    otherId: otherIdFor(name, home),
    exam: owner.cart.exam,
  };
}

function otherIdFor(name: EndpointName, home: Household): string {
  if (name === 'user.endSession') return home.sessionId;
  if (name === 'user.forgetDevice') return devices.get(home) ?? randomId();
  if (name.startsWith('prepared.')) return preparedFor(name, home);
  if (name.startsWith('consent.')) return consents.get(home) ?? randomId();
  if (name.endsWith('Passkey')) return passkeys.get(home) ?? randomId();
  if (takesFile.test(name)) return files.get(home) ?? randomId();
  return /import/i.test(name) ? home.importId : randomId();
}

/** Each of the two ends what it is about. */
const preparedFor = (name: EndpointName, home: Household) =>
  prepared.get(home)?.[name === 'prepared.take' ? 0 : 1] ?? randomId();

const takesFile = /^formAttachment\.get$|Cancellation/;

async function fileOf({ browser }: Household): Promise<string> {
  const upload = { content: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), fileName: 'a.pdf' };
  return (await keepFile({ accountId: browser.accountId }, upload)).id;
}

async function consentOf({ browser }: Household): Promise<string> {
  const { rows } = await databasePool().query<{ id: string }>(
    `select id from consent where account_id = $1 and statement_id = 'awardingBody' limit 1`,
    [browser.accountId],
  );
  return rows[0]?.id ?? '';
}

async function passkeyOf({ browser }: Household): Promise<string> {
  const id = randomId();
  const name = seal('Telephone', { table: 'passkey', row: id, column: 'name' });
  await databasePool().query(
    `insert into passkey (id, account_id, credential_id, public_key, user_handle, counter, transports, is_synced, name_sealed, created_at)
     values ($1, $2, $3, $4, $4, 0, '{}', false, $5, app_now())`,
    [id, browser.accountId, randomId(), randomBytes(32), name],
  );
  return id;
}

/** A device of its own, for one that is signed in ends with its session. */
async function otherDeviceOf({ browser }: Household): Promise<string> {
  const id = randomId();
  await databasePool().query(
    `insert into account_device (id, account_id, token_hash, device, network, created_at, last_seen_at)
     values ($1, $2, $3, 'tablet', '10.1.1', app_now(), app_now())`,
    [id, browser.accountId, randomBytes(32)],
  );
  return id;
}

type Said = { status: number; text: string };

/** The stranger's own request with one id put in place of its own, at every address of the call. */
async function sayWith(browser: Browser, { name, kind }: Case, base: Ids, id: string): Promise<Said[]> {
  const sent = requestsWith({ ...base, [kind]: id })[name];
  const said: Said[] = [];
  for (const { method, url } of addressesOf(name, sent)) {
    const body = method === 'GET' ? {} : { body: sent.body ?? {} };
    const { status, text } = await browser.send(method, url, body);
    said.push({ status, text: withoutRequestId(text) });
  }
  return said;
}

/** What an id that nobody has is answered with. Who asks which of some files are there is told of none. */
function statusOfUnknown(name: EndpointName): number {
  if (name === 'formAttachment.list') return 200;
  return isLater(name) ? 501 : 404;
}

describe('an id of another account', () => {
  it('has a case in every call that takes one', () => {
    // given the requests of the tests, when an id is asked for at every place that the contract has for one
    const missing = cases.filter(({ name, kind }) => {
      const marked: Ids = { ...idsFor(name, owner), [kind]: 'here-is-the-id' };
      return !JSON.stringify(requestsWith(marked)[name]).includes('here-is-the-id');
    });

    // then it can be put there, and the matrix is as large as we think
    expectExactly(missing).toEqual([]);
    expectExactly(cases.filter(({ name }) => !isLater(name)).length).toBeGreaterThanOrEqual(24);
  });

  it('is answered byte for byte like an id that nobody has, and nothing changes [T8 S-1 S-6 call:application.get call:application.modify call:order.get call:candidate.get call:payment.mayStart call:booking.checkRepeat call:payment.types call:fapiao.get call:fapiao.request ASVS-8.2.2]', async () => {
    const before = await checksums();

    for (const each of cases) {
      const base = idsFor(each.name, stranger);
      const foreign = await sayWith(stranger.browser, each, base, idsFor(each.name, owner)[each.kind]);
      const random = await sayWith(stranger.browser, each, base, randomId());

      const where = `${each.name} ${each.place}`;
      expectExactly(foreign, where).toEqual(random);
      expectExactly(new Set(foreign.map(({ status }) => status)), where).toEqual(new Set([statusOfUnknown(each.name)]));
    }
    expectExactly(await checksums()).toEqual(before);
  });

  it('spoils a whole list of ids, however many are one’s own [T8]', async () => {
    for (const name of ['order.place', 'order.checkSeats', 'application.price'] as const) {
      const mixed = [stranger.cart.applicationId, owner.cart.applicationId];
      const body = { applicationIds: mixed, ...(name === 'order.place' ? { totalPayAmount: 300_000 } : {}) };
      const [address] = addressesOf(name, {});
      const { status } = await stranger.browser.send(address?.method ?? '', address?.url ?? '', { body });
      expectExactly(status, name).toBe(404);
    }
  });

  it('says no more to nobody [T8 error:status.401]', async () => {
    const nobody = createBrowser(world.url);

    for (const each of cases) {
      const foreign = await sayWith(nobody, each, idsFor(each.name, owner), idsFor(each.name, owner)[each.kind]);
      const random = await sayWith(nobody, each, idsFor(each.name, owner), randomId());
      expectExactly(foreign, each.name).toEqual(random);
      expectExactly(new Set(foreign.map(({ status }) => status)), each.name).toEqual(new Set([401]));
    }
  });

  it('would be found by its owner, so the matrix could fail', async () => {
    // Those that end what the others need come last, in this order.
    const ends: readonly string[] = [
      'order.place',
      'application.delete',
      'order.giveUp',
      'order.delete',
      'candidate.delete',
      'rights.askDeletion',
      'candidate.saveImport',
      'user.forgetDevice',
      'user.removePasskey',
    ];
    const inOrder = cases
      .filter(({ name }) => !isLater(name))
      .toSorted((a, b) => ends.indexOf(a.name) - ends.indexOf(b.name));

    for (const each of inOrder) {
      const ids = idsFor(each.name, owner);
      const [first] = await sayWith(owner.browser, each, ids, ids[each.kind]);
      expectExactly(first?.status, `${each.name} ${first?.text}`).not.toBe(404);
    }
  });
});
