import { letterFacts } from '#registering/applications';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import {
  ask,
  askStaff,
  givenExam,
  givenSignedIn,
  givenStaff,
  rowsOf,
  type SignedIn,
  type SignedInStaff,
} from '#testing';
import { askDue, givenPaid as givenPaidByOther, guardianCalls, toldOf } from './guardian.testing.ts';
import {
  addCandidate,
  type CartLine,
  leaveConsents,
  openWorld,
  payOrder,
  placeOrder,
  submission,
  type World,
} from './world.testing.ts';

let world: World;
let officer: SignedInStaff;

/** The world of the tests about leaving alone, an officer, and what the holder of a link may do. */
export async function openLeaving() {
  world = await openWorld();
  officer = await givenStaff(world.consoleUrl);
  return { world, officer, calls: guardianCalls(world) };
}

export type Line = CartLine & { browser: SignedIn; mobile?: string };

/** A paid child of twelve whom the guardian collects; with a guardian who has another number than the account, or is its holder. */
export async function givenPaid(isOwn = false): Promise<Line> {
  if (!isOwn) return await givenPaidByOther(world);
  const line = await givenOwn();
  await payOrder(line.browser, world.bank, await placeOrder(line.browser, line));
  return line;
}

async function givenOwn(): Promise<Line> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const exam = await givenExam();
  const candidateId = await addCandidate(browser, 'child');
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  return { browser, exam, candidateId, applicationId: String(body['id']) };
}

/** The account lets the child leave alone. */
export const leaveAlone = ({ browser, applicationId }: Line) =>
  ask(browser, 'application.changePickup', { body: { applicationId, leaveAlone: true, consents: leaveConsents } });

/** How a child leaves, as the family, the door and the letter read it. */
export async function seen({ browser, applicationId, exam }: Line) {
  const page = await ask(browser, 'application.get', { params: { id: applicationId } });
  const day = await askStaff(officer, 'examDay.get', { params: { id: exam.sessionId } });
  const roll: { id: string; isLeavingDoubted: boolean; pickups: unknown[]; leaveChangedAt: string | null }[] =
    JSON.parse(day.text).roll;
  const entry = roll.find(({ id }) => id === applicationId);
  const facts = await reading((tx) => letterFacts(tx, { applicationId }));
  return {
    page: page.body['leaveCheck'],
    door: entry && (entry.isLeavingDoubted ? 'doubted' : 'agreed'),
    comers: entry?.pickups.length,
    letter: facts?.leave?.choice,
  };
}

export const alone = { page: 'None', door: 'agreed', comers: 0, letter: 'LeavesAlone' };
export const doubted = { page: 'Doubted', door: 'doubted', comers: 1, letter: 'GuardianPicksUp' };
const guardian = { name: '李梅', idType: 'IDCard', idNo: '330106198001014225', type: 'Mother' };
/** Staff write down the mother as the guardian, with this number. */
export async function correct({ applicationId }: Line, mobile: string, version = 1) {
  const corrected = await askStaff(officer, 'applications.correct', {
    params: { id: applicationId },
    body: { version, changes: { guardian: { ...guardian, mobile } }, reason: 'the mother is the guardian' },
  });
  await askDue();
  return corrected;
}
/** Staff write down that the father consents. */
export const note = ({ applicationId }: Line, version = 1) =>
  askStaff(officer, 'applications.correct', {
    params: { id: applicationId },
    body: {
      version,
      changes: { leave: { leaveAlone: true, consent: { by: 'Father', arrivedBy: 'Telephone' } } },
      reason: 'the father rang us',
    },
  });
/** The token of the guardian's link that was sent to a number; '' for none. */
export const linkTo = async ({ applicationId }: Line, mobile: string) =>
  (await toldOf(applicationId)).find(({ recipient }) => recipient === mobile)?.values.token ?? '';
/** The token of the link to the guardian that the family named first. */
export const tokenOf = async (line: Line) => await linkTo(line, line.mobile ?? '');
/** Which version of the confirmation letter a registration has reached. */
export const letterVersion = async ({ applicationId }: Line) =>
  Number(
    (await rowsOf('select letter_version from application where id = $1', [applicationId]))[0]?.['letter_version'],
  );
