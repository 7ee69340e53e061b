import { addDays } from '@exam/contract/rules';
import { noteLooks } from '#office/access';
import { askCorrection, openForRelative } from '#privacy/rights';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { WrittenStaff } from './write-staff.ts';

type Name = { firstName: string; lastName: string };

/** The name of her whose record was opened; the only one of the demonstration. */
const child: Name = { firstName: 'YUTONG', lastName: 'WANG' };

/** The person of the demonstration who has died since. */
const deceased: Name = { firstName: 'YITING', lastName: 'LIN' };

/** How many days ago her brother's letter came. */
const letterDaysAgo = 2;

/**
 * What the parent of the demonstration finds about a child: that staff of its office opened her booking, and the correction asked for her, which
 * waits for its answer. And what the privacy office finds: a brother who asks for a copy of what is held of his sister, his proofs not filed yet.
 * Nothing where they are not: the console may have come to an older database.
 * @param staff who opened the booking, and who wrote down what the brother asks.
 */
export async function writePrivacy(tx: Tx, { officer, privacy }: WrittenStaff): Promise<void> {
  const daughter = await findCandidate(tx, child);
  if (daughter) {
    const bookings = await tx.selectFrom('booking').select('id').where('candidate_id', '=', daughter.id).execute();
    const ids = bookings.map(({ id }) => id);
    await noteLooks(tx, officer, { kind: 'booking', ids, purpose: 'desk.get', reason: '办理预约安排' });
    await askCorrection(tx, {
      accountId: daughter.account_id,
      candidateId: daughter.id,
      wish: '报考用护照，名的拼音应与护照一致，写作 YU TONG，请更正。',
    });
  }
  const sister = await findCandidate(tx, deceased);
  if (sister) await writeLetter(tx, privacy, sister.id);
}

async function findCandidate(tx: Tx, { firstName, lastName }: Name) {
  return await tx
    .selectFrom('candidate')
    .select(['id', 'account_id'])
    .where('first_name', '=', firstName)
    .where('last_name', '=', lastName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function writeLetter(tx: Tx, privacy: WrittenStaff['privacy'], candidateId: string): Promise<void> {
  const actor = { ...privacy, permissions: new Set<never>(), offices: 'all', language: 'zh' } as const;
  await openForRelative(tx, actor, {
    candidateId,
    isWholeAccount: false,
    kind: 'Copy',
    relation: 'Sibling',
    name: '林志远',
    contact: '福建省厦门市思明区湖滨南路 1 号',
    wish: '家姐已于上月去世，家人希望留存她在考途的全部报考记录，请提供一份副本。',
    arrivedBy: 'Post',
    arrivedOn: addDays(chinaDateOf(await readNow(tx)), -letterDaysAgo),
  });
}
