import type { filedClasses, FiledKind } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { forgetWords } from '#office/approvals';
import { forgetFiles } from '#office/files';
import { isHeld, type Sweep } from '#office/holds';
import { forgetReasons } from '#platform/history';
import { registrationBelongs } from '#registering/applications';

type FiledClass = (typeof filedClasses)[FiledKind];

/** Papers that staff filed: each class by its own clock; evidence only once its case is closed. */
function filed(of: FiledClass): Sweep {
  const clock: Readonly<Record<FiledClass, RawBuilder<unknown>>> = {
    identityDocument: sql`session.exam_date`,
    paperCopy: sql`session.exam_date`,
    certificate: sql`paper.issued_on`,
    cheatingEvidence: sql`(known.closed_at at time zone 'Asia/Shanghai')::date`,
    examRecord: sql`session.exam_date`,
    specialArrangement: sql`session.exam_date`,
  };
  return {
    class: of,
    due: ({ border }) => sql`
      select paper.id, ${clock[of]}::text as started,
        ${isHeld({ class: of, ...registrationBelongs })} as is_held
      from filed_document paper
      join application on application.id = paper.application_id
      join exam_session session on session.id = application.session_id
      left join misconduct_case known on known.id = paper.case_id
      where paper.class = ${of} and ${clock[of]} <= ${border}::date`,
    forget: async (tx, ids) => {
      const { rows } = await sql<{ id: string }>`
        select id from file where used_by = 'filed' and object_id = any(${[...ids]}::uuid[])`.execute(tx);
      await forgetFiles(
        tx,
        rows.map(({ id }) => id),
      );
      await sql`delete from filed_document where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  };
}

/** What was written of an investigation: ten years after it was closed, its papers gone before it. An open one has no clock. */
const investigations: Sweep = {
  class: 'cheatingEvidence',
  due: ({ border }) => sql`
    select known.id, (known.closed_at at time zone 'Asia/Shanghai')::date::text as started,
      ${isHeld({ class: 'cheatingEvidence', ...registrationBelongs })} as is_held
    from misconduct_case known join application on application.id = known.application_id
    where (known.closed_at at time zone 'Asia/Shanghai')::date <= ${border}::date
      and not exists (select from filed_document paper where paper.case_id = known.id)`,
  forget: async (tx, ids) => {
    await forgetReasons(tx, ids);
    await forgetWords(tx, ids);
    await sql`delete from misconduct_case where id = any(${[...ids]}::uuid[])`.execute(tx);
  },
};

/** What staff filed on registrations, and how long (S-18): papers before the investigations that they belong to. */
export const retention: Sweep[] = [
  filed('paperCopy'),
  filed('identityDocument'),
  filed('certificate'),
  filed('cheatingEvidence'),
  investigations,
  filed('examRecord'),
  filed('specialArrangement'),
];
