import type { filedClasses, FiledKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import { forgetWords } from '#office/approvals';
import { forgetFilesOf } from '#office/files';
import { isHeld, type Sweep } from '#office/holds';
import { forgetReasons } from '#platform/history';
import { registrationBelongs } from '#registering/applications';

type FiledClass = (typeof filedClasses)[FiledKind];

/** SQL: when a case of cheating (`known`) was closed; null while it is open. */
export const caseClosed = sql`(known.closed_at at time zone 'Asia/Shanghai')::date`;

/** SQL: the China date that a filed paper (`paper`) is counted from, with its case (`known`) and the exam (`exam_date` of `session`). */
export const paperClock = sql`case paper.class when 'certificate' then paper.issued_on when 'cheatingEvidence' then ${caseClosed}
  else session.exam_date end`;

/** Papers that staff filed: each class by its own clock; evidence only once its case is closed. */
function filed(of: FiledClass): Sweep {
  return {
    class: of,
    due: ({ border }) => sql`
      select paper.id, ${paperClock}::text as started,
        ${isHeld({ class: of, ...registrationBelongs })} as is_held
      from filed_document paper
      join application on application.id = paper.application_id
      join exam_session session on session.id = application.session_id
      left join misconduct_case known on known.id = paper.case_id
      where paper.class = ${of} and ${paperClock} <= ${border}::date`,
    forget: async (tx, ids) => {
      await forgetFilesOf(tx, 'filed', ids);
      await sql`delete from filed_document where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  };
}

/** What was written of an investigation: ten years after it was closed, its papers gone before it. An open one has no clock. */
const investigations: Sweep = {
  class: 'cheatingEvidence',
  due: ({ border }) => sql`
    select known.id, ${caseClosed}::text as started,
      ${isHeld({ class: 'cheatingEvidence', ...registrationBelongs })} as is_held
    from misconduct_case known join application on application.id = known.application_id
    where ${caseClosed} <= ${border}::date
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
