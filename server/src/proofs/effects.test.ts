import {
  type ActName,
  acts,
  decidedBy,
  type Effect,
  effects,
  permissionsOf,
  proposalKindNames,
  type ProposalKindName,
  roleNames,
  staffCalls,
  type StaffCall,
} from '@exam/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keepFile } from '#office/files';
import { databasePool } from '#platform/database';
import { openSettings, settings } from '#platform/settings';
import { askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { type Case, casesOf } from './effects-cases.testing.ts';
import { effectsOf } from './effects.testing.ts';
import { furnish } from './furnished.testing.ts';
import { approve } from './relatives.testing.ts';
import type { Sent } from './requests.testing.ts';
import { staffRequestOf } from './staff-requests.testing.ts';
import { openWorld, type World } from './world.testing.ts';

let world: World;
/** Has every right there is, and is alone. */
let lone: SignedInStaff;
let cases: Case[];
let usual: ReturnType<typeof settings>;
beforeAll(async () => {
  world = await openWorld();
  usual = settings();
  const home = await furnish(world);
  lone = await givenStaff(world.consoleUrl);
  cases = casesOf(world, { home, lone });
});
afterAll(async () => {
  openSettings(usual);
  await world.close();
});

const content = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const keep = async () => (await keepFile({ staffId: lone.staff.id }, { content, fileName: 'a.pdf' })).id;

const isAct = (name: string): name is ActName => name in acts;
const actNames = Object.keys(acts).filter(isAct);
const sidesOf = (act: ActName) => Object.values(acts[act] ?? {});
const effectsIn = (act: ActName) => Object.keys(acts[act] ?? {}).filter((name): name is Effect => name in effects);

/** A request of an act: what the case gives, in the place where the contract has it. */
async function requestOf(act: ActName, given?: Case[2]): Promise<Sent> {
  const { params, body } = await staffRequestOf(act, keep);
  const sent = { params: { ...params }, body: { ...Object(body) } };
  const fields = typeof given === 'string' ? (await rowsOf(given))[0] : await given?.(sent);
  const named = (part: z.ZodMiniType | undefined) => (part instanceof z.ZodMiniObject ? Object.keys(part.shape) : []);
  const { params: takesParams, body: takesBody }: StaffCall = staffCalls[act];
  for (const [key, value] of Object.entries(fields ?? {}))
    if (named(takesParams).includes(key)) Object.assign(sent.params, { [key]: value });
    else if (named(takesBody).includes(key)) Object.assign(sent.body, { [key]: value });
  return sent;
}

type Proposed = { id: string; kind: ProposalKindName };

/** Makes a call, never refused for those before or for want of a fresh proof. @returns the code of its refusal, what came about, and what is proposed since. */
async function tried(staff: SignedInStaff, act: ActName, sent: Sent) {
  await databasePool().query('delete from rate_limit');
  await databasePool().query('update staff_session set proved_at = app_now()');
  const known = (await rowsOf('select id from proposal')).map(({ id }) => id);
  let refused: unknown = null;
  const came = await effectsOf(async () => {
    const { status, body } = await askStaff(staff, act, sent);
    refused = status < 400 ? null : body['code'];
  });
  const proposed = await rowsOf<Proposed>('select id, kind from proposal where id <> all($1::uuid[])', [known]);
  return { refused, came, proposed };
}

const limitTo = (secondApprovalFen: number) => openSettings({ ...usual, refund: { secondApprovalFen } });

/** Somebody whose only rights are those of one role with, or of all roles without, the right to decide this kind. */
async function colleagueFor(kind: ProposalKindName, isAble: boolean): Promise<SignedInStaff> {
  const has = (role: (typeof roleNames)[number]) => permissionsOf([role]).has(decidedBy[kind]);
  const roles = isAble ? roleNames.filter(has).slice(0, 1) : roleNames.filter((role) => !has(role));
  return await givenStaff(world.consoleUrl, { roles });
}

/** What two persons make of a proposal: who may not decide it, and what came about once somebody did who may. */
async function decided({ id, kind }: Proposed) {
  const unable = await colleagueFor(kind, false);
  const answers: unknown[] = [];
  const before = await effectsOf(async () => {
    for (const staff of [lone, unable]) answers.push((await approve(id, staff)).body['code']);
  });
  expect(answers, kind).toEqual(['SECOND_PERSON_NEEDED', 'FORBIDDEN']);
  const colleague = await colleagueFor(kind, true);
  let status = 0;
  const after = await effectsOf(async () => {
    ({ status } = await approve(id, colleague));
  });
  return { before, status, after };
}

const kindsDecided = new Set<ProposalKindName>();

const bringsAbout = (act: ActName, came: readonly Effect[]) => came.some((effect) => effectsIn(act).includes(effect));

/** What is wrong with an act over its limit; nothing where a second person was asked and decided. */
async function wrongOver(act: ActName, sent: Sent): Promise<unknown[]> {
  const { refused, came, proposed } = await tried(lone, act, sent);
  if (came.length > 0) return [act, 'one person alone brought about', came];
  if (refused === 'SECOND_PERSON_NEEDED') {
    const other = await tried(await givenStaff(world.consoleUrl), act, sent);
    return bringsAbout(act, other.came) ? [] : [act, 'is not done by two', other];
  }
  const [proposal, ...more] = proposed;
  if (proposal && refused === null && more.length === 0) return await wrongDecided(act, proposal);
  const isLeft = sidesOf(act).includes('left') && refused === null;
  return isLeft ? [] : [act, refused, proposed];
}

/** What is wrong with what two persons made of a proposal. */
async function wrongDecided(act: ActName, proposal: Proposed): Promise<unknown[]> {
  const isListed = effectsIn(act).some((effect) => proposal.kind in effects[effect].kinds);
  const { before, status, after } = await decided(proposal);
  kindsDecided.add(proposal.kind);
  const isRight = isListed && before.length === 0 && status === 204 && bringsAbout(act, after);
  return isRight ? [] : [act, proposal.kind, { isListed, before, status, after }];
}

/** What is wrong with an act within its limit, which one person does without asking anybody. */
async function wrongWithin(act: ActName, sent: Sent): Promise<unknown[]> {
  const { refused, came, proposed } = await tried(lone, act, sent);
  const more = came.filter((effect) => !effectsIn(act).includes(effect));
  const missing = effectsIn(act).filter((effect) => acts[act]?.[effect] === 'alone' && !came.includes(effect));
  return refused === null && proposed.length + more.length + missing.length === 0
    ? []
    : [act, { refused, came, proposed, missing }];
}

async function wrongOf(how: Case[1], wrong: typeof wrongOver): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [act, , given] of cases.filter(([, side]) => side === how)) {
    limitTo(how === 'over' ? 0 : 2_000_000_000);
    const one = await wrong(act, await requestOf(act, given));
    if (one.length > 0) found.push(one);
  }
  return found;
}

describe('the table of what needs a second person', () => {
  it('has a case for each side of the limit of every act with an effect [S-21]', () => {
    const has = (act: ActName, how: Case[1]) => cases.some(([of, side]) => of === act && side === how);
    const without = actNames.flatMap((act) => [
      ...(sidesOf(act).some((asking) => asking !== 'alone') && !has(act, 'over') ? [`${act} over`] : []),
      ...(sidesOf(act).some((asking) => asking !== 'always') && !has(act, 'within') ? [`${act} within`] : []),
    ]);
    expect(without).toEqual([]);
  });

  it('is kept within the limit: one person does it, and nobody is asked [S-16 S-21]', async () => {
    expect(await wrongOf('within', wrongWithin)).toEqual([]);
  });

  it('is kept over the limit: nothing comes about until somebody else with the right has agreed [S-16 S-21]', async () => {
    expect(await wrongOf('over', wrongOver)).toEqual([]);

    expect(proposalKindNames.filter((kind) => !kindsDecided.has(kind))).toEqual([]);
  });

  it('names every act that has such an effect: one person does all others, and none of it comes about [S-21]', async () => {
    const found: unknown[] = [];
    let done = 0;
    for (const act of actNames.filter(
      (name) => acts[name] === null && !/^(approvals|staff\.(sign|end|change))/.test(name),
    )) {
      const { refused, came, proposed } = await tried(lone, act, await requestOf(act));
      if (refused === null) done += 1;
      if (came.length + proposed.length > 0) found.push([act, came, proposed]);
    }
    expect(found).toEqual([]);
    expect(done).toBeGreaterThan(80);
  });
});
