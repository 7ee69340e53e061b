import { createClient } from '#platform/database/connection';

/** What the chain says of itself: whole, or the first entry at which it breaks. */
export type ChainCheck = {
  /** Links, and the hash of the last one in hex: noted elsewhere, it shows a later cut of the end. */
  length: number;
  hash: string;
  first: { problem: string; sequence: number | null; entryId: string | null } | null;
  problems: number;
  /** Months that are sealed, those of them whose entries have gone, and the last seal in hex. */
  segments: number;
  dropped: number;
  seal: string;
};

type Row = { problem: string; sequence: string | null; entry_id: string | null; total: string };

/** Walks the whole chain of a database; minutes for many million entries, so not with the server's own short timeouts. */
export async function checkChain(url: string): Promise<ChainCheck> {
  const client = createClient(url, { options: '-c timezone=UTC', application_name: 'examport audit' });
  await client.connect();
  try {
    const head = await client.query<{ sequence: string; hash: Buffer }>('select sequence, hash from audit_head');
    const { rows } = await client.query<Row>(
      'select problem, sequence, entry_id, count(*) over () as total from audit_problem order by sequence nulls last limit 1',
    );
    const sealed = await client.query<{ segments: number; dropped: number; seal: string }>(
      `select count(*)::integer as segments, count(gone.number)::integer as dropped,
         coalesce((select encode(seal, 'hex') from audit_segment order by number desc limit 1), '') as seal
       from audit_segment segment left join audit_segment_drop gone on gone.number = segment.number`,
    );
    const [last] = head.rows;
    const [row] = rows;
    return {
      length: Number(last?.sequence ?? 0),
      hash: last?.hash.toString('hex') ?? '',
      first: row
        ? {
            problem: row.problem,
            sequence: row.sequence === null ? null : Number(row.sequence),
            entryId: row.entry_id,
          }
        : null,
      problems: Number(row?.total ?? 0),
      ...(sealed.rows[0] ?? { segments: 0, dropped: 0, seal: '' }),
    };
  } finally {
    await client.end();
  }
}

/** The check as lines for people. */
export function chainLines({ length, hash, first, problems, segments, dropped, seal }: ChainCheck): string[] {
  if (!first)
    return [
      `The audit chain is whole: ${length} entries, last hash ${hash === '' ? 'none' : hash}.`,
      ...(segments === 0
        ? []
        : [`${segments} months are sealed, ${dropped} of them gone after ten years; last seal ${seal}.`]),
    ];
  const place = first.sequence === null ? '' : ` at link ${first.sequence}`;
  const entry = first.entryId === null ? '' : ` (entry ${first.entryId})`;
  return [`The audit chain is broken${place}${entry}: ${first.problem}. ${problems} problems in all.`];
}
