import { sql } from 'kysely';
import { isHeld, peopleOf, type Sweep } from '#office/holds';
import { leftOf } from './write.ts';

const written = sql`to_char(message.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const personKey = peopleOf(sql.ref('message.account_id'));

/** SQL: whether a message (`message`) is still to be sent. */
export const isUnderway = sql`(message.state = 'Waiting')`;

/** SQL: whether a message (`message`) that failed keeps its text for another try. */
export const hasText = sql`(message.state = 'Failed' and not message.is_wiped)`;

/** What messages keep: text and recipient of failed ones, for another try (decision 0018), then that they were sent at all (S-18). */
export const retention: Sweep[] = [
  {
    class: 'messageText',
    due: ({ border }) => sql`
      select message.id, ${written} as started, ${isHeld({ class: 'messageText', personKey })} as is_held
      from message
      where ${hasText} and message.created_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      const rows = await tx
        .selectFrom('message')
        .select(['id', 'channel', 'recipient_sealed'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      for (const row of rows) await tx.updateTable('message').set(leftOf(row)).where('id', '=', row.id).execute();
    },
  },
  {
    class: 'message',
    due: ({ border }) => sql`
      select message.id, ${written} as started, ${isHeld({ class: 'message', personKey })} as is_held
      from message
      where message.created_at <= ${border}::timestamptz and not ${isUnderway}`,
    forget: async (tx, ids) => {
      const wanted = sql`any(${[...ids]}::uuid[])`;
      await sql`update message set instead_of = null where instead_of = ${wanted}`.execute(tx);
      await sql`delete from message where id = ${wanted}`.execute(tx);
    },
  },
];
