import { noteLooks } from '#access';
import { askCorrection } from '#rights';
import type { Tx } from '#platform/database';

/** The name of her whose record was opened; the only one of the demonstration. */
const child = { firstName: 'YUTONG', lastName: 'WANG' };

/**
 * What the parent of the demonstration finds about a child: that staff of its office opened her booking, and the correction asked for her, which
 * waits for its answer. Nothing where she is not: the console may have come to an older database.
 * @param officer who opened the booking.
 */
export async function writePrivacy(tx: Tx, officer: { id: string; name: string }): Promise<void> {
  const candidate = await tx
    .selectFrom('candidate')
    .select(['id', 'account_id'])
    .where('first_name', '=', child.firstName)
    .where('last_name', '=', child.lastName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!candidate) return;
  const bookings = await tx.selectFrom('booking').select('id').where('candidate_id', '=', candidate.id).execute();
  await noteLooks(tx, officer, { kind: 'booking', ids: bookings.map(({ id }) => id), purpose: 'desk.get' });
  await askCorrection(tx, {
    accountId: candidate.account_id,
    candidateId: candidate.id,
    wish: '报考用护照，名的拼音应与护照一致，写作 YU TONG，请更正。',
  });
}
