import { answersOfOne, checkForm, type Chosen, filesIn, type FormCode, forms, isFormCode } from '@exam/contract/forms';
import type { StoredFile } from '@exam/contract/entities';
import { filesOf, findUnusableFiles, useFiles } from '#office/files';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Problems } from './entry.ts';

/** The answers of a form as they are kept: normalised, as JSON, with the version of the form they were given to. */
export type FilledForm = {
  templateId: string;
  number: FormCode;
  json: string;
  /** The set that holds the answers' files; null where there are none. */
  filesId: string | null;
  files: readonly string[];
};

type Given = {
  accountId: string;
  templateId: string | null;
  formJson: string | null;
  chosen: Chosen;
  /** The set of files that these answers had before, when they are written again. */
  filesId?: string | null;
};

/**
 * Checks and normalises the answers to a form as they came; null where there is no form. Problems are given by path: `courseCodes.3`,
 * and FILE_GONE at a field with a file that is absent, another's, or part of something else.
 * @throws Refusal PRODUCT_NOT_OPEN for a form that is not known.
 */
export async function readAnswers(
  tx: Tx,
  { accountId, templateId, formJson, chosen, filesId }: Given,
): Promise<{ ok: true; form: FilledForm | null } | { ok: false; fields: Problems }> {
  if (templateId === null) return { ok: true, form: null };
  const number = await formCodeOf(tx, templateId);
  const checked = checkForm(number, parsed(formJson), chosen);
  if (!checked.ok) return { ok: false, fields: checked.fields };
  const { answers } = checked;
  const { fields } = forms[number];
  const files = filesIn(fields, answers);
  const objectId = filesId ?? randomId();
  const gone = new Set(await findUnusableFiles(tx, { accountId, ids: files, objectId }));
  if (gone.size > 0) return { ok: false, fields: fieldsWith(gone, answers) };
  const isSet = files.length > 0 || (filesId ?? null) !== null;
  return {
    ok: true,
    form: { templateId, number, json: JSON.stringify(answers), filesId: isSet ? objectId : null, files },
  };
}

/** Which form a version of it is. @throws Refusal PRODUCT_NOT_OPEN for one that is not known. */
export async function formCodeOf(tx: Tx, templateId: string): Promise<FormCode> {
  const { number } = await tx
    .selectFrom('form_template')
    .select('number')
    .where('id', '=', templateId)
    .executeTakeFirstOrThrow();
  return isFormCode(number) ? number : refuse('PRODUCT_NOT_OPEN');
}

/** The form of one of the candidates that it was filled in for, who are counted from 0. */
export function formOfOne(form: FilledForm | null, place: number): FilledForm | null {
  if (form === null) return null;
  return { ...form, json: JSON.stringify(answersOfOne(form.number, JSON.parse(form.json), place)) };
}

/** Makes the files of answers part of their set. To be called once the answers are written. @throws Refusal NOT_FOUND */
export async function keepFormFiles(tx: Tx, accountId: string, form: FilledForm | null): Promise<void> {
  if (form === null || form.filesId === null) return;
  await useFiles(tx, { accountId, ids: form.files, usedBy: 'form', objectId: form.filesId });
}

/** The files that answers hold, as their owner sees them. */
export async function filesOfAnswers(
  tx: Tx,
  { filesId, json }: { filesId: string | null; json: string | null },
): Promise<StoredFile[]> {
  if (filesId === null || json === null) return [];
  const files = (await filesOf(tx, [filesId])).get(filesId) ?? [];
  return files.filter(({ id }) => json.includes(id));
}

/** Which form answers were given to: its number and version; null where there is none. */
export async function templateOf(tx: Tx, id: string | null): Promise<{ number: string; version: number } | null> {
  if (id === null) return null;
  const found = await tx
    .selectFrom('form_template')
    .select(['number', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

function fieldsWith(gone: ReadonlySet<string>, answers: object): Problems {
  const holds = (answer: unknown) => Array.isArray(answer) && answer.some((id) => gone.has(String(id)));
  const names = Object.entries(answers).flatMap(([name, answer]) => (holds(answer) ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, 'FILE_GONE']));
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
}
