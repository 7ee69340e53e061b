import { postTestMachine } from '@exam/contract/machines';
import { addDays, chinaDateOf, endOfDay, postTestConsentVersion, postTestStatementsOf } from '@exam/contract/rules';
import { audit } from '#office/audit';
import { confirmRequest, saveDraft } from '#services/post-test';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { transition } from '#platform/transition';
import { closeItem, openItem } from '#office/work-items';
import { known, type WrittenCatalogue } from './write-catalogue.ts';
import type { WrittenPeople } from './write-people.ts';

type Written = { catalogue: WrittenCatalogue; people: WrittenPeople; now: string };
type Until = 'Registered' | 'Processing' | 'Complete';

/** The member of staff who sent everything. */
const staff = { id: randomId(), name: '林静' };
const staffActor = { kind: 'staff', id: staff.id } as const;

const merges: readonly {
  until: Until;
  lastName: string;
  firstName: string;
  birthday: string;
  uci: string;
  other: string;
}[] = [
  {
    until: 'Registered',
    lastName: 'ZHOU',
    firstName: 'ZIHAN',
    birthday: '2009-04-12',
    uci: '92003B261234L',
    other: '681990012058G',
  },
  {
    until: 'Processing',
    lastName: 'SUN',
    firstName: 'YUTONG',
    birthday: '2008-11-30',
    uci: '920030261234E',
    other: '68133C240042D',
  },
  {
    until: 'Complete',
    lastName: 'HU',
    firstName: 'JIAYI',
    birthday: '2009-08-05',
    uci: '12345A230999T',
    other: '99999B090001H',
  },
];

/** A draft and, through the domain's own commands, requests in the states that staff work on (3-domain 10). */
export async function writePostTestRequests(tx: Tx, { catalogue, people, now }: Written): Promise<void> {
  const accountId = known(people.accounts, 'college');
  const productId = known(catalogue.products, 'results-pearson');
  const ids = await choicesOf(tx, { productId, now });
  const shared = { levelId: ids.levelId, examSeriesId: ids.seriesId, centreId: ids.centreId };
  const review = { ...shared, serviceId: ids.review, componentIds: [ids.componentId] };
  await saveDraft(tx, accountId, { ...review, lastName: 'ZHENG', firstName: 'HAORAN', candidateNumber: '2041' });
  for (const [at, merge] of merges.entries()) {
    const { lastName, firstName, birthday, uci: uciNumber, other: secondUciNumber } = merge;
    const person = { lastName, firstName, birthday, uciNumber, secondUciNumber, candidateNumber: `100${at + 1}` };
    const id = await saveDraft(tx, accountId, { ...shared, serviceId: ids.merge, ...person });
    await confirm(tx, { id, accountId });
    if (merge.until !== 'Registered') await send(tx, { id, now, until: merge.until });
  }
}

/** A service of each kind with what it is asked for: a board's open series, its first centre, a level and a component. */
export async function choicesOf(tx: Tx, { productId, now }: { productId: string; now: string }) {
  const idOf = async (table: 'post_test_service' | 'post_test_level' | 'post_test_component', code: string) => {
    const row = await tx
      .selectFrom(table)
      .select('id')
      .where('product_id', '=', productId)
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const window = await tx
    .selectFrom('post_test_window as place')
    .innerJoin('post_test_series as series', 'series.id', 'place.series_id')
    .select('series.id')
    .where('series.product_id', '=', productId)
    .where('place.open_from', '<=', now)
    .orderBy('place.open_from', 'desc')
    .executeTakeFirstOrThrow();
  const centre = await tx
    .selectFrom('exam_centre')
    .innerJoin('product', 'product.awarding_body_id', 'exam_centre.awarding_body_id')
    .select('exam_centre.id')
    .where('product.id', '=', productId)
    .orderBy('exam_centre.code')
    .executeTakeFirstOrThrow();
  return {
    seriesId: window.id,
    centreId: centre.id,
    levelId: await idOf('post_test_level', 'IAL'),
    review: await idOf('post_test_service', 'RR2'),
    merge: await idOf('post_test_service', 'UCI'),
    componentId: await idOf('post_test_component', 'WMA13'),
  };
}

/** A merge costs nothing, so its order is complete at once. */
async function confirm(tx: Tx, { id, accountId }: { id: string; accountId: string }): Promise<void> {
  const consents = postTestStatementsOf('uciMerge').map((statementId) => ({
    statementId,
    version: postTestConsentVersion,
  }));
  const from = { language: 'en', ip: '127.0.0.1', device: 'demonstration' } as const;
  await confirmRequest(tx, { id, accountId, totalPayAmount: 0, consents, isInformationConfirmed: true, ...from });
}

/** Marks a request as sent to the awarding body; until `Complete`, ends it as well, without a change of grade. */
export async function send(tx: Tx, { id, now, until }: { id: string; now: string; until: Until }): Promise<void> {
  const row = await tx
    .selectFrom('post_test')
    .select(['code', 'office_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const move = { table: 'post_test', kind: 'postTest', id, actor: staffActor } as const;
  await transition(tx, postTestMachine, { ...move, event: 'send' });
  await audit(tx, { staff, action: 'postTest.export', object: { kind: 'postTest', id } });
  await tx.updateTable('post_test').set({ sent_at: now }).where('id', '=', id).execute();
  await closeItem(tx, { kind: 'postTestToSend', objectId: id });
  if (until === 'Complete') {
    await transition(tx, postTestMachine, { ...move, event: 'complete' });
    await audit(tx, { staff, action: 'postTest.outcome', object: { kind: 'postTest', id } });
    return void (await tx
      .updateTable('post_test')
      .set({ completed_at: now, is_grade_changed: false })
      .where('id', '=', id)
      .execute());
  }
  const dueAt = endOfDay(addDays(chinaDateOf(now), 30));
  await openItem(tx, {
    kind: 'postTestOutcome',
    objectKind: 'postTest',
    objectId: id,
    officeId: row.office_id,
    label: row.code,
    dueAt,
  });
}
