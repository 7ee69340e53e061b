import { liveApplicationStates } from '@exam/contract/machines';
import type { FormCode } from '@exam/contract/forms';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { unseal } from '#platform/vault';
import type { Problems } from './entry.ts';
import type { FilledForm } from './form.ts';

/** The list of the form whose entries are numbers of persons, in the order of the candidates. */
const listOf: Partial<Record<FormCode, string>> = { rt1008: 'accaNumbers' };

type Asked = {
  accountId: string;
  /** The keys of the candidates that the form is filled in for, in its order. */
  personKeys: readonly Buffer[];
  form: Pick<FilledForm, 'number' | 'json'> | null;
  exceptId?: string;
};

/**
 * A registration number is one person's: one that is in a live registration or cart line of this account for somebody else is refused.
 * @returns problems under the field's own path, such as `accaNumbers.1`.
 */
export async function numbersOfOthers(tx: Tx, { accountId, personKeys, form, exceptId }: Asked): Promise<Problems> {
  const list = form === null ? undefined : listOf[form.number];
  if (form === null || list === undefined) return {};
  const { rows } = await sql<{ id: string; personKey: Buffer; sealed: Buffer }>`
    select application.id, application.person_key as "personKey", application.form_json_sealed as sealed
    from application join form_template template on template.id = application.form_template_id and template.number = ${form.number}
    where application.account_id = ${accountId} and application.deleted_at is null and application.form_json_sealed is not null
      and application.status = any(${['Initiated', ...liveApplicationStates]}::text[])
      and application.id is distinct from ${exceptId ?? null}::uuid
    order by application.created_at desc limit 500`.execute(tx);
  const holders = new Map<string, Buffer>();
  for (const { id, personKey, sealed } of rows)
    for (const number of numbersIn(unseal(sealed, { table: 'application', row: id, column: 'form_json' }), list))
      holders.set(number, personKey);
  const taken = numbersIn(form.json, list).flatMap((number, at) => {
    const holder = holders.get(number);
    return holder === undefined || personKeys[at]?.equals(holder) ? [] : [`${list}.${at}`];
  });
  return Object.fromEntries(taken.map((path) => [path, 'NUMBER_OF_ANOTHER']));
}

function numbersIn(json: string, list: string): string[] {
  const answers: unknown = JSON.parse(json);
  const entries: unknown = typeof answers === 'object' && answers !== null ? Reflect.get(answers, list) : [];
  return Array.isArray(entries) ? entries.map(String) : [];
}
