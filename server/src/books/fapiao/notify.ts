import { accountContact } from '#people/accounts';
import { attachmentOf } from '#office/files';
import { deliver, messageAbout, writeMessage } from '#people/messages';
import { notify } from '#people/notices';
import { reading, type Tx } from '#platform/database';
import { emailOf, type FapiaoRow } from './store.ts';

type Paper = { id: string; isRed: boolean; number: string; amount: number };

/** Sends a paper to the address that it was asked for with, its file attached, and tells the account by SMS. */
export async function tellPaper(tx: Tx, row: FapiaoRow, { id, isRed, number, amount }: Paper): Promise<void> {
  const { account_id: accountId, order_id: orderId } = row;
  const owner = await tx
    .selectFrom('order_owner')
    .select('order_code')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const kind = isRed ? 'fapiaoRedIssued' : 'fapiaoIssued';
  const values = { orderId, orderCode: owner?.order_code ?? '', number, amount };
  const { language } = await accountContact(tx, accountId);
  await writeMessage(tx, {
    kind,
    values,
    key: `${kind}:${id}`,
    objectId: id,
    accountId,
    channel: 'mail',
    recipient: emailOf(row),
    language,
    task: mailTask,
  });
  await notify(tx, { kind, values, accountId, objectId: id, channels: ['sms'] });
}

/** The task that sends a paper with its file. */
export const mailTask = 'fapiao.mail';

/** Sends the mail of a paper. Safe to repeat. */
export async function mailPaper(messageId: string): Promise<void> {
  const about = await reading((tx) => messageAbout(tx, messageId));
  if (!about) return;
  const attachments = about.state === 'Waiting' ? await attachmentsOf(about.objectId) : [];
  await deliver({ messageId, task: mailTask, attachments });
}

async function attachmentsOf(paperId: string) {
  const paper = await reading((tx) =>
    tx.selectFrom('fapiao_paper').select(['fapiao_id', 'file_id']).where('id', '=', paperId).executeTakeFirst(),
  );
  if (!paper?.file_id) return [];
  return [await attachmentOf(paper.fapiao_id, paper.file_id)];
}
