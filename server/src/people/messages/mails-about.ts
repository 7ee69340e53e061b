import type { Tx } from '#platform/database';

/** The messages of one kind about something by mail, newest first, at most 20: how each went and when it last moved. */
export async function mailsAbout(
  tx: Tx,
  { objectId, kind }: { objectId: string; kind: string },
): Promise<{ state: string; at: string }[]> {
  const rows = await tx
    .selectFrom('message')
    .select(['state', 'created_at', 'sent_at'])
    .where('object_id', '=', objectId)
    .where('kind', '=', kind)
    .where('channel', '=', 'mail')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({ state: row.state, at: row.sent_at ?? row.created_at }));
}
