import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { seal } from '#platform/vault';

type CodeMessage = { phone: string; language: Language } & (
  | { kind: 'verificationCode'; purpose: 'Register' | 'Login'; code: string }
  | { kind: 'numberTaken'; accountId: string }
);

/** Hands an SMS to the outbox: number and values sealed in the message's row, only its id in the job (T31). */
export async function sendCodeMessage(tx: Tx, message: CodeMessage): Promise<void> {
  const row = randomId();
  const values = message.kind === 'verificationCode' ? { purpose: message.purpose, code: message.code } : {};
  await tx
    .insertInto('message')
    .values({
      id: row,
      message_key: `${message.kind}/${row}`,
      kind: message.kind,
      object_id: row,
      account_id: message.kind === 'numberTaken' ? message.accountId : null,
      channel: 'sms',
      language: message.language,
      recipient_sealed: seal(message.phone, { table: 'message', row, column: 'recipient' }),
      values_sealed: seal(JSON.stringify(values), { table: 'message', row, column: 'values' }),
      state: 'Waiting',
      created_at: sql<string>`app_now()`,
    })
    .execute();
  await enqueue(tx, 'send-message', { messageId: row });
}
