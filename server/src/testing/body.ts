import type { Insertable } from 'kysely';
import { randomCode, randomId } from '#platform/chance';
import { inTransaction } from '#platform/database';
import type { AwardingBodyTable } from '#platform/tables/index';

const facts = {
  legal_name_en: 'The Board of Examiners Limited',
  legal_name_zh: '考试局有限公司',
  country: 'GB',
  contact_en: 'privacy@board.example',
  contact_zh: 'privacy@board.example',
  purpose_en: 'to hold and mark the exam',
  purpose_zh: '组织考试并评卷',
  means_en: 'as a file through its website',
  means_zh: '通过其网站以文件形式处理',
  data_kinds_en: 'name, birth date and paper',
  data_kinds_zh: '姓名、出生日期和科目',
  rights_en: 'by writing to the contact above',
  rights_zh: '向上述联系方式书面提出',
};

/** An awarding body of which everything is known that consents have to say, but for what the test says otherwise. @returns its id. */
export async function givenBody(changes: Partial<Insertable<AwardingBodyTable>> = {}): Promise<string> {
  const id = randomId();
  const names = { name_en: 'The Board', name_zh: '考试局' };
  await inTransaction((tx) =>
    tx
      .insertInto('awarding_body')
      .values({ id, code: randomCode(8), ...names, ...facts, ...changes })
      .execute(),
  );
  return id;
}

/** Lets a product be one of an awarding body, which gets its entries; a new one unless the test names one. */
export async function giveBody({ productId }: { productId: string }, body?: string): Promise<void> {
  const id = body ?? (await givenBody());
  await inTransaction((tx) =>
    tx.updateTable('product').set({ awarding_body_id: id }).where('id', '=', productId).execute(),
  );
}
