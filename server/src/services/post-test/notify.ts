import { accountContact } from '#people/accounts';
import type { NamedService } from '#people/messages';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';
import { openEntered } from './request/sealed-texts.ts';
import { findRequest } from './queries.ts';
import { sql, type SqlBool } from 'kysely';

type Told = { id: string; version?: number };

async function factsOf(tx: Tx, { id, version = 1 }: Told) {
  const row = await findRequest(tx, id, sql<SqlBool>`true`);
  const { language } = await accountContact(tx, row.account_id);
  const inLanguage = (en: string, zh: string) => (language === 'zh' ? zh : en);
  const { lastName, firstName } = openEntered(row);
  const values: NamedService = {
    requestId: row.id,
    requestCode: row.code,
    productName: inLanguage(row.product_en, row.product_zh),
    serviceName: inLanguage(row.service_en, row.service_zh),
    candidateName:
      row.last_name === null
        ? plain(`${lastName ?? ''} ${firstName ?? ''}`)
        : `${row.last_name} ${row.first_name ?? ''}`.trim(),
  };
  return { values, about: { accountId: row.account_id, objectId: id, version } };
}

/** A name as typed into a draft goes into a message only where it is one (T23). */
function plain(typed: string): string {
  const name = typed.trim().toUpperCase();
  return /^[A-Z][A-Z '-]{0,61}$/.test(name) ? name : '';
}

export async function tellLapsed(tx: Tx, id: string): Promise<void> {
  const { values, about } = await factsOf(tx, { id });
  await notify(tx, { kind: 'postTestLapsed', values, ...about });
}

export async function tellCancellationRequested(tx: Tx, told: Told & { amount: number }): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestCancellationRequested', values: { ...values, amount: told.amount }, ...about });
}

export async function tellCancelled(tx: Tx, told: Told & { amount: number }): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestCancelled', values: { ...values, amount: told.amount }, ...about });
}

export async function tellCancellationRejected(tx: Tx, told: Told): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestCancellationRejected', values, ...about });
}

export async function tellSent(tx: Tx, told: Told & { expectedBy: string | null }): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestSent', values: { ...values, expectedBy: told.expectedBy }, ...about });
}

export async function tellRefused(tx: Tx, told: Told & { amount: number }): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestRefused', values: { ...values, amount: told.amount }, ...about });
}

export async function tellComplete(tx: Tx, told: Told & { amount: number }): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestComplete', values: { ...values, amount: told.amount }, ...about });
}

export async function tellCorrected(tx: Tx, told: Told): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestCorrected', values, ...about });
}

export async function tellFiles(tx: Tx, told: Told): Promise<void> {
  const { values, about } = await factsOf(tx, told);
  await notify(tx, { kind: 'postTestFiles', values, ...about });
}
