-- What a consent has to say of an awarding body (PIPL 39; decision 0059): in both languages, null while nobody has written it. `version` rises with
-- every publication, so that whoever read the facts before is asked again.
alter table awarding_body
  add column legal_name_en text,
  add column legal_name_zh text,
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column contact_en text,
  add column contact_zh text,
  add column purpose_en text,
  add column purpose_zh text,
  add column means_en text,
  add column means_zh text,
  add column data_kinds_en text,
  add column data_kinds_zh text,
  add column rights_en text,
  add column rights_zh text,
  add column version integer not null default 1;

-- Staff draft and publish it like the rest of the catalogue.
alter table catalogue_draft drop constraint catalogue_draft_object_kind_check;
alter table catalogue_draft add constraint catalogue_draft_object_kind_check
  check (object_kind in ('line', 'product', 'subject', 'body')) not valid;
alter table catalogue_draft validate constraint catalogue_draft_object_kind_check;
alter table catalogue_version drop constraint catalogue_version_object_kind_check;
alter table catalogue_version add constraint catalogue_version_object_kind_check
  check (object_kind in ('line', 'product', 'subject', 'body')) not valid;
alter table catalogue_version validate constraint catalogue_version_object_kind_check;
alter table work_item drop constraint work_item_object_kind_check;
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'session', 'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject',
  'catalogueBody', 'fapiao', 'postTest', 'rightsRequest', 'minorsReport', 'hold', 'staff')) not valid;
alter table work_item validate constraint work_item_object_kind_check;
create or replace view catalogue_object as
  select 'line' as kind, line.id, line.code, line.name_en, line.name_zh, null::uuid as line_id, null::uuid as product_id,
    null::text as parent_en, null::text as parent_zh, line.sort, true as is_published, line.is_archived
  from product_line line
  union all
  select 'product', product.id, product.code, product.name_en, product.name_zh, product.line_id, product.id,
    line.name_en, line.name_zh, product.sort, true, product.access = 'archived'
  from product join product_line line on line.id = product.line_id
  union all
  select 'subject', subject.id, subject.code, subject.name_en, subject.name_zh, product.line_id, subject.product_id,
    product.name_en, product.name_zh, subject.sort, true, subject.status = 'Inactive'
  from subject join product on product.id = subject.product_id
  union all
  select 'body', body.id, body.code, body.name_en, body.name_zh, null, null, null, null, 0, true, false
  from awarding_body body
  union all
  select draft.object_kind, draft.object_id, draft.changes ->> 'code', draft.changes ->> 'nameEn', draft.changes ->> 'nameZh',
    coalesce(line.id, product.line_id), coalesce(product.id, case when draft.object_kind = 'product' then draft.object_id end),
    coalesce(line.name_en, product.name_en), coalesce(line.name_zh, product.name_zh), (draft.changes ->> 'sort')::integer, false, false
  from catalogue_draft draft
  left join product_line line on line.id = (draft.changes ->> 'lineId')::uuid
  left join product on product.id = (draft.changes ->> 'productId')::uuid
  where draft.is_new and draft.status in ('Draft', 'Planned');

-- Consents from before texts were kept had theirs looked for among the words of the day. These words end today: what was agreed to in them
-- keeps them.
insert into consent_text (hash, statement_id, version, language, text, kept_at)
select distinct on (hash) hash, statement_id, '2026-11', language, text, now()
from (
  select statement_id, language, text, sha256(convert_to(text, 'UTF8')) as hash
  from (
    select words.statement_id, words.language, replace(words.text, '%s', body.name) as text
    from (values
      ('terms', 'en', 'I have read and accept the terms of use and the privacy notice.'),
      ('sensitiveData', 'en', 'I separately agree that my identity document number and other sensitive personal information are processed for this exam.'),
      ('awardingBody', 'en', 'I agree that my information is passed to %s, including outside mainland China, so that I can sit the exam and receive my result.'),
      ('truth', 'en', 'The information is true and matches the document I will bring to the exam. If I am registering somebody else, I am entitled to do so.'),
      ('childTerms', 'en', 'As parent or guardian, I have read and accept the terms of use and the privacy notice for the child.'),
      ('childSensitiveData', 'en', 'As parent or guardian, I separately agree that the child’s identity document number and other sensitive personal information are processed for this exam.'),
      ('childAwardingBody', 'en', 'As parent or guardian, I agree that the child’s information is passed to %s, including outside mainland China, so that the child can sit the exam and receive a result.'),
      ('childTruth', 'en', 'As parent or guardian, I confirm that the information is true and matches the document the child will bring to the exam.'),
      ('guardianship', 'en', 'I am the child’s parent or legal guardian. I have read the rules on children’s personal information, and I agree to the processing of the child’s information and to the chosen way of leaving the centre.'),
      ('guardianAgreed', 'en', 'I am the child’s parent or legal guardian, and this number is mine. I have read the rules on children’s personal information, and I agree that the child is registered for this exam, that the child’s information is processed for it, and that it is passed to %s, including outside mainland China.'),
      ('markMayFall', 'en', 'I understand that after a re-check or review of marking the mark, and with it the grade, may be lowered, confirmed or raised, and that the new result replaces the old one.'),
      ('scriptToCandidate', 'en', 'I agree that a copy of the candidate’s script is given to the candidate. After the script has been returned a review of marking may no longer be possible.'),
      ('scriptToCentre', 'en', 'I agree that the centre has access to the candidate’s script and may use it, without the candidate’s name, for teaching.'),
      ('lateCashIn', 'en', 'I have checked the cash-in code. I understand that an award claimed without all its units is not made, and that the fee is not returned once the request has been sent.'),
      ('uciMerge', 'en', 'Both UCI numbers belong to the same candidate. I agree that their results are brought together under the earlier number.'),
      ('passToBody', 'en', 'I am the candidate, or the parent or guardian of a candidate under 18. I agree that the information in this request is passed to %s, including outside mainland China, so that it can be handled.'),
      ('terms', 'zh', '本人已阅读并同意使用条款和隐私声明。'),
      ('sensitiveData', 'zh', '本人单独同意为本次考试处理本人的证件号码及其他敏感个人信息。'),
      ('awardingBody', 'zh', '本人同意为参加考试和取得成绩，将本人信息提供给%s，包括向境外提供。'),
      ('truth', 'zh', '所填信息真实，且与考试当天携带的证件一致；如为他人报名，本人已获得授权。'),
      ('childTerms', 'zh', '本人作为家长或监护人，已代孩子阅读并同意使用条款和隐私声明。'),
      ('childSensitiveData', 'zh', '本人作为家长或监护人，单独同意为本次考试处理孩子的证件号码及其他敏感个人信息。'),
      ('childAwardingBody', 'zh', '本人作为家长或监护人，同意为孩子参加考试和取得成绩，将孩子的信息提供给%s，包括向境外提供。'),
      ('childTruth', 'zh', '本人作为家长或监护人，确认所填信息真实，且与孩子考试当天携带的证件一致。'),
      ('guardianship', 'zh', '本人是孩子的父母或法定监护人，已阅读儿童个人信息保护规则，同意处理孩子的个人信息，并同意所选的离场方式。'),
      ('guardianAgreed', 'zh', '本人是孩子的父母或法定监护人，此手机号由本人使用。本人已阅读儿童个人信息保护规则，同意孩子报名本次考试，同意为此处理孩子的个人信息，并同意将其提供给%s，包括向境外提供。'),
      ('markMayFall', 'zh', '我知悉：经核算或复核后，分数及等级可能下降、维持或上升，新成绩将取代原成绩。'),
      ('scriptToCandidate', 'zh', '我同意将考生的试卷副本提供给考生本人。试卷返还后，可能无法再申请复核。'),
      ('scriptToCentre', 'zh', '我同意考点查阅考生的试卷，并可在隐去姓名后用于教学。'),
      ('lateCashIn', 'zh', '我已核对总成绩申请代码。我知悉：单元不齐的总成绩申请将不被受理，且申请送交考试局后费用不予退还。'),
      ('uciMerge', 'zh', '两个 UCI 号码属于同一名考生。我同意将成绩合并至较早的号码之下。'),
      ('passToBody', 'zh', '我是考生本人，或未满 18 周岁考生的父母或监护人。我同意将本申请中的信息提供给%s（包括中国内地以外地区），用于办理本申请。')
    ) words (statement_id, language, text)
    join (
      select 'en' as language, name_en as name from awarding_body union select 'zh', name_zh from awarding_body
      union values ('en', 'the awarding body'), ('zh', '考试局')
    ) body on body.language = words.language
  ) shown
) hashed
where exists (select from consent where consent.text_hash = hashed.hash)
on conflict (hash) do nothing;
