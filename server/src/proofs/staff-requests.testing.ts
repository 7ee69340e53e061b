import { staffCalls, type StaffCall, staffEndpoints, type StaffEndpointName } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { databasePool } from '#platform/database';
import { isObject, type JsonSchema, type Sent } from './requests.testing.ts';

/** Every call of the console, in its order. */
export const staffNames = Object.keys(staffEndpoints).filter(
  (name): name is StaffEndpointName => name in staffEndpoints,
);

/** SQL: an instant as the wire has it. */
const instant = (sql: string) => `to_char(date_trunc('minute', ${sql}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether an id is of a row that a command made, and not a copy of one. */
export const isOwn = 'uuid_extract_version(id) is distinct from 3';

/** Numbers the rows that there are, so that the first of them stays the first whatever a call does to it, and however many others there are. */
export async function numberRows(): Promise<void> {
  await databasePool().query(`create schema proof; create table proof.turn (id uuid primary key, number bigint);
    do $$ declare name text; begin
      for name in select relname from pg_class join pg_attribute on attrelid = pg_class.oid
        where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'id' and atttypid = 'uuid'::regtype order by relname loop
        execute format('insert into proof.turn select id, row_number() over (order by ctid) from %I on conflict do nothing', name);
      end loop; end $$`);
}

/** The first row of a table: of those that were numbered, and else as they lie. */
export const firstOf = (table: string): string =>
  `order by (select number from proof.turn where turn.id = ${table}.id), ${table}.ctid limit 1`;

const rowOf = (table: string, condition = 'true', more = '') =>
  `select id${more} from ${table} where ${condition} and ${isOwn} ${firstOf(table)}`;
const versioned = (table: string, condition?: string) => rowOf(table, condition, ', version');
const registered = `status = 'Registered' and category = 'Public' and deleted_at is null`;
const application = rowOf('application', registered, ', desk_version as version');
const coming = `status = 'Published' and booking_id is null and publish_end_at > app_now()`;
const session = versioned('exam_session', coming);
/** One whose papers and place may be planned for any day. */
const movable = versioned(
  'exam_session',
  `${coming} and exists (select from venue where venue.id = venue_id and venue.status = 'Active') and not exists (
    select from session_subject paper join subject on subject.id = paper.subject_id
    where paper.session_id = exam_session.id and (subject.valid_to is not null or subject.status <> 'Active'))`,
);
const booking = (status: string) => versioned('booking', `status = '${status}'`);
const postTest = (status: string) => versioned('post_test', `status = '${status}'`);
const objectOf = (table: string, kind: string) =>
  `select '${kind}' as "objectKind", id as "objectId" from (${rowOf(table)}) t`;
const alipayDay = `select 'alipay' as channel, to_char(min(paid_at at time zone 'Asia/Shanghai'), 'YYYY-MM-DD') as day from payment where ${isOwn} and channel = 'alipay'`;
const staff = (email: string) => `select id from staff_account where email = '${email}@examport.example'`;
const product = (condition: string) => `select id as "productId" from product where ${condition} order by code limit 1`;
const arrangement = `json_build_object('papers', json_build_array(json_build_object('subject', 'Paper', 'cityId', (select id from city where office_id = booking.office_id order by code limit 1),
  'testDate', to_char(expected_date, 'YYYY-MM-DD'), 'startTime', '09:00', 'endTime', '11:00', 'boardFee', (select board_fee from booking_product tariff where tariff.product_id = booking.product_id),
  'localFee', (select base_fee + case when extract(isodow from expected_date) > 5 then surcharge else 0 end from booking_product tariff
    where tariff.product_id = booking.product_id))),
  'payEndDate', ${instant(`app_now() + interval '2 days'`)}, 'priceReason', 'A price of the proof.') as arrangement`;

const plan = `json_build_object('productId', s.product_id, 'venueId', s.venue_id, 'examDate', to_char(s.exam_date + 14, 'YYYY-MM-DD'),
    'publishStartAt', ${instant('app_now()')}, 'publishEndAt', ${instant('s.publish_end_at')}, 'seat', 20, 'papers', json_build_array(json_build_object('subjectId', p.subject_id,
    'startTime', p.start_time, 'endTime', p.end_time, 'localFee', p.local_fee, 'boardFee', p.board_fee, 'vat', p.vat)))`;
const planned = `exam_session s join session_subject p on p.session_id = s.id join venue v on v.id = s.venue_id and v.status = 'Active'
  join subject on subject.id = p.subject_id and subject.set_code is null where s.status = 'Published' and s.booking_id is null and uuid_extract_version(s.id) is distinct from 3 and s.publish_end_at > app_now() ${firstOf('p')}`;

/** The part before the point of a call's name. */
type Group = StaffEndpointName extends `${infer Before}.${string}` ? Before : never;

/**
 * The rows that calls work on, as SQL whose columns stand for the fields of the same name; a call's own, or its group's. What a row
 * does not name is filled in by the contract: the shortest value that it allows.
 */
const rows: Readonly<Partial<Record<StaffEndpointName | Group, string>>> = {
  staff: staff('officer'),
  'staff.invite': `select 'new.colleague@examport.example' as email, array['examOfficer'] as roles, 'all' as offices`,
  'staff.changeRights': `select id, array['examOfficer'] as roles, array[]::text[] as "handsOn", 'all' as offices from (${staff('officer.sh')}) t`,
  'staff.lock': staff('editor'),
  'staff.unlock': staff('editor'),
  'staff.inviteAgain': `select id from staff_account where status = 'Invited' ${firstOf('staff_account')}`,
  'audit.entry': rowOf('audit_entry'),
  'audit.ofObject': objectOf('application', 'application'),
  approvals: rowOf('proposal', `status = 'Open'`),
  today: versioned('work_item', 'closed_at is null'),
  'today.reassign': `select t.*, s.id as "staffId" from (${versioned('work_item', 'closed_at is null')}) t, (${staff('admin')}) s`,
  'today.snooze': `select t.*, ${instant(`app_now() + interval '1 day'`)} as until from (${versioned('work_item', 'closed_at is null')}) t`,
  notes: objectOf('application', 'application'),
  cancellations: versioned('cancellation_request', 'outcome is null'),
  'cancellations.get': versioned('cancellation_request'),
  refunds: versioned('refund', `status = 'Failed'`),
  fapiao: versioned('fapiao'),
  orders: versioned('exam_order', `status = 'PaymentPending'`),
  'orders.get': versioned('exam_order', `status = 'PaymentSuccessful'`),
  paymentExceptions: rowOf('payment_exception'),
  reconciliation: alipayDay,
  sessionMinimums: `select session_subject_id as id from minimum_decision where outcome is null limit 1`,
  'savedViews.list': `select 'orders.search' as list`,
  'savedViews.save': `select 'orders.search' as list, 'My view' as name, '{}'::json as params, false as "isShared"`,
  'savedViews.delete': rowOf('saved_view'),
  'lists.export': `select 'orders.search' as list, '[{"path":"code","heading":"Code","kind":"text"}]'::json as columns`,
  bookings: booking('Initiated'),
  'bookings.get': booking('Processing'),
  'bookings.confirm': `select id, version, ${arrangement} from booking where status in ('Initiated', 'Drafted') and ${isOwn} ${firstOf('booking')}`,
  'bookings.update': `select booking.id, version, ${arrangement} from booking where status = 'Confirming' and ${isOwn} ${firstOf('booking')}`,
  'bookings.reissue': `select booking.id, version, ${arrangement} from booking where status = 'Confirming' and ${isOwn} ${firstOf('booking')}`,
  'bookings.extend': `select id, version, ${instant(`app_now() + interval '3 days'`)} as "payEndDate" from (${booking('Confirming')}) t`,
  'bookings.withdraw': booking('Confirming'),
  'bookings.proposeDate': `select t.*, (select json_agg(json_build_object('sessionId', s.id, 'examDate', to_char(s.exam_date + 7, 'YYYY-MM-DD'),
      'startTime', s.start_time, 'endTime', s.end_time)) from exam_session s where s.booking_id = t.id) as papers from (${booking('Completed')}) t`,
  'bookings.nameVenues': `select t.*, (select json_agg(json_build_object('sessionId', s.id, 'venueId', (select id from venue where city_id = s.city_id and status = 'Active' order by code limit 1)))
      from exam_session s where s.booking_id = t.id) as papers from (${booking('Completed')}) t`,
  'bookings.takeBackDate': booking('Completed'),
  'bookings.serviceCalendar': `select office_id as "officeId", product_id as "productId" from booking where ${isOwn} ${firstOf('booking')}`,
  'bookings.addServiceRange': `select office_id as "officeId", '2027-03-01' as from, '2027-03-05' as to from booking where ${isOwn} ${firstOf('booking')}`,
  'bookings.removeServiceRange': 'select id from service_range order by id limit 1',
  accounts: `select id from account where status = 'Active' and ${isOwn} and phone_key is not null ${firstOf('account')}`,
  claims: rowOf('possession_claim'),
  candidates: rowOf('candidate', 'deleted_at is null'),
  jobs: 'select id::text from graphile_worker.jobs order by run_at desc limit 1',
  'search.find': `select left(code, 4) as text from (select code from exam_order where ${isOwn} ${firstOf('exam_order')}) t`,
  'forms.guide': `select 'rt1001' as number, 'en' as language`,
  postTests: postTest('Registered'),
  'postTests.complete': `select t.*, false as "isGradeChanged", '[]'::json as components from (${postTest('Processing')}) t`,
  'postTests.previewExport': product(
    `exists (select from post_test where product_id = product.id and status = 'Registered')`,
  ),
  'postTests.export': product(`exists (select from post_test where product_id = product.id and status = 'Registered')`),
  'postTests.offer': product(`exists (select from post_test where product_id = product.id)`),
  'postTests.addSeries': `select "productId", '2027-06' as month from (${product('exists (select from post_test where product_id = product.id)')}) t`,
  'postTests.setAgeLimit': `select id as "serviceId", age_from is null as "isAgeLimited" from post_test_service ${firstOf('post_test_service')}`,
  'postTests.saveWindow': `select service_id as "serviceId", series_id as "seriesId", version, ${instant(`open_from`)} as "openFrom",
    ${instant(`close_at`)} as "closeAt", ${instant(`board_close_at`)} as "boardCloseAt" from post_test_window order by close_at desc limit 1`,
  'postTests.proposeFees': `select service_id as "serviceId", level_id as "levelId", '2027-06-01' as "effectiveFrom", 10000 as "localFee", 0 as "boardFee", 0 as vat from post_test_fee limit 1`,
  'calendar.year': `select '2026' as year`,
  'calendar.setDay': `select '2027-05-03' as date, 'Holiday' as kind, 'Official' as source`,
  'calendar.setYear': `select '2033' as year, '[]'::jsonb as days`,
  'calendar.removeDay': `select '2027-05-03' as date`,
  'calendar.confirmYear': `select '2027' as year`,
  catalogue: `select 'subject' as kind, id from subject order by code, id limit 1`,
  'catalogue.preview': `select 'product' as kind, id, 'published' as of from product order by code limit 1`,
  places: 'select id, version from office order by code limit 1',
  'places.venue': 'select id from venue order by code limit 1',
  'places.saveCity': `select id as "officeId", 'NEWCITY' as code, 'Active' as status from office order by code limit 1`,
  'places.saveVenue': `select id as "cityId", 'NEWVENUE' as code, 'Active' as status from city order by code limit 1`,
  'places.saveCentre': `select o.id as "officeId", b.id as "awardingBodyId", 'NEWCENTRE' as code, 'Active' as status from office o, awarding_body b order by o.code, b.id limit 1`,
  'places.saveOffice': `select id, version, 'office@example.cn' as email from office order by code limit 1`,
  'places.addOffice': `select 'NEWOFFICE' as code, 'office@example.cn' as email`,
  sessions: session,
  'sessions.calendar': `select to_char(app_now() + interval '1 month', 'YYYY-MM') as month`,
  'sessions.changeCapacity': `select t.*, 400 as seat from (${session}) t`,
  'sessions.changeWindow': `select t.*, null as "publishStartAt", ${instant(`s.publish_end_at - interval '1 hour'`)} as "publishEndAt" from (${session}) t join exam_session s on s.id = t.id`,
  'sessions.publish': `select t.*, 'A price of the proof.' as reason from (${versioned('exam_session', `status = 'Draft'`)}) t`,
  'sessions.takeBack': versioned('exam_session', `${coming} and registered = 0`),
  'sessions.clone': `select t.id, to_char(s.exam_date + 7, 'YYYY-MM-DD') as "examDate" from (${session}) t join exam_session s on s.id = t.id`,
  'sessions.previewMove': `select t.id, to_char(s.exam_date + 8, 'YYYY-MM-DD') as "examDate" from (${movable}) t join exam_session s on s.id = t.id`,
  'sessions.move': `select t.*, to_char(s.exam_date + 8, 'YYYY-MM-DD') as "examDate" from (${movable}) t join exam_session s on s.id = t.id`,
  'sessions.proposeFees': `select t.*, json_build_array(json_build_object('sessionSubjectId', p.id, 'localFee', p.local_fee + 100, 'boardFee', p.board_fee, 'vat', p.vat)) as papers
    from (${session}) t join session_subject p on p.session_id = t.id ${firstOf('p')}`,
  messages: rowOf('message'),
  'messages.template': `select 'orderPlaced' as kind, 'en' as language`,
  'messages.preview': `select 'orderPlaced' as kind, 'en' as language, 'Your order' as subject, array['An order.'] as paragraphs`,
  'messages.saveTemplate': `select 'orderPlaced' as kind, 'en' as language, 0 as version, 'Your order' as subject, array['An order.'] as paragraphs`,
  'messages.resetTemplate': `select 'orderPlaced' as kind, 'en' as language, 1 as version`,
  applications: application,
  'applications.reveal': `select id, 'idNo' as field from (${application}) t`,
  'applications.correct': `select t.*, '{"firstName":"SAN"}'::json as changes from (${application}) t`,
  'applications.withdraw': `select t.*, 'Policy' as refund from (${application}) t`,
  'applications.sendLetters': `select session_id as "sessionId", true as "isDryRun" from application where ${registered} and ${isOwn} ${firstOf('application')}`,
  examDay: `select session_id as id, true as "isDryRun" from application where ${registered} and ${isOwn} ${firstOf('application')}`,
  'examDay.mark': `update exam_session set exam_date = (app_now() at time zone 'Asia/Shanghai')::date, starts_at = app_now() - interval '1 hour', ends_at = app_now() + interval '1 hour', publish_start_at = app_now() - interval '20 days', publish_end_at = app_now() - interval '2 hours' where id = (select session_id from application where ${registered} and ${isOwn} ${firstOf('application')}) returning id, (select id from application where ${registered} and ${isOwn} ${firstOf('application')}) as "applicationId", 'Present' as mark, 0 as version`,
  'examDay.papers': `select session_id as id from application where ${registered} and ${isOwn} ${firstOf('application')}`,
  'examDay.sheet': `select session_id as id, 'attendance' as sheet from application where ${registered} and ${isOwn} ${firstOf('application')}`,
  'bodyEntries.preview': product(
    `exists (select from application where product_id = product.id and status = 'Registered')`,
  ),
  'bodyEntries.export': product(
    `exists (select from application where product_id = product.id and status = 'Registered')`,
  ),
  prepared: `select session_id as id from session_subject where session_id in (select session_id from application where ${registered} and ${isOwn} ${firstOf('application')}) limit 1`,
  'prepared.make': `select id, array[(select paper.id from session_subject paper where paper.session_id = exam_session.id limit 1)] as "sessionSubjectIds", '13800138099' as phone,
    '{"idType":"Passport","idNo":"E12345679","firstName":"SAN","lastName":"ZHANG","gender":"Male","dob":"1990-01-01"}'::json as candidate
    from exam_session where ${coming} and publish_start_at <= app_now() and registered < seat and ${isOwn} ${firstOf('exam_session')}`,
  'prepared.discard': `insert into prepared_registration (id, phone_key, phone_sealed, session_id, draft_sealed, prepared_by_name, prepared_at, expires_at)
    select gen_random_uuid(), '\\x00', '\\x00', application.session_id, '\\x00', 'A colleague', app_now(), app_now() + interval '1 day'
    from application where ${registered} and ${isOwn} limit 1 returning id`,
  'invitations.list': `select session_id as id from invitation_code where ended_at is null ${firstOf('invitation_code')}`,
  'invitations.make': `select session_id as id, 5 as "useLimit" from invitation_code where ended_at is null ${firstOf('invitation_code')}`,
  'invitations.limit': `select id, version, 9 as "useLimit" from invitation_code where ended_at is null ${firstOf('invitation_code')}`,
  invitations: `select id, version from invitation_code where ended_at is null ${firstOf('invitation_code')}`,
  arrangements: application,
  'arrangements.decide': `select id, version, true as "isGranted" from special_arrangement where ${isOwn} ${firstOf('special_arrangement')}`,
  sessionNotices: `select session_id as id, true as "isDryRun" from application where ${registered} and ${isOwn} ${firstOf('application')}`,
  'holds.propose': `select 'order' as scope, id as "objectId", '2027-05-01' as "reviewOn" from exam_order where ${isOwn} ${firstOf('exam_order')}`,
  holds: rowOf('legal_hold', 'released_at is null'),
  rights: versioned('rights_request', `status in ('Received', 'InReview')`),
  'rights.checkEvidence': `select request_id as id, e.id as "evidenceId", r.version from relative_evidence e join rights_request r on r.id = request_id ${firstOf('e')}`,
  'rights.removeEvidence': `select request_id as id, e.id as "evidenceId", r.version from relative_evidence e join rights_request r on r.id = request_id ${firstOf('e')}`,
  'rights.evidence': `select request_id as id, e.id as "evidenceId" from relative_evidence e ${firstOf('e')}`,
  'rights.openForRelative': `select id as "accountId", true as "isWholeAccount", 'Copy' as kind, '2026-11-01' as "arrivedOn" from account where ${isOwn} and phone_key is not null ${firstOf('account')}`,
  'minors.ask': `select 'application' as "recordKind", id as "recordId" from application where ${isOwn} and class_when_made < 18 ${firstOf('application')}`,
  'minors.giveReason': `select 'application' as "recordKind", json_build_array(id) as "recordIds" from application where ${isOwn} and class_when_made < 18 ${firstOf('application')}`,
  'minors.endApproval': rowOf('minor_approval', 'ended_at is null'),
  'minors.report': `select '2026' as year`,
  'minors.exportReport': `select '2025' as year`,
  'minors.recordFiling': `select '2025' as year, '2026-01-20' as "filedOn"`,
  'networkLog.export': `select staff_id::text as of from staff_session limit 1`,
  'approvals.approve': `update proposal set proposed_by = (${staff('approver')}) where id = (${rowOf('proposal', `status = 'Open' and kind <> 'refunds.byHand'`)}) returning id`,
  'approvals.reject': `update proposal set proposed_by = (${staff('approver')}) where id = (${rowOf('proposal', `status = 'Open'`)}) returning id`,
  'cancellations.approve': `update cancellation_request set is_document_required = false where id = (${rowOf('cancellation_request', 'outcome is null')}) returning id, version`,
  'refunds.proposeByHand': `update refund set status = 'Failed' where id = (${rowOf('refund', `status in ('Failed', 'Approved', 'Processing')`)}) returning id, version`,
  'orders.proposePaid': `select t.*, ${instant(`created_at`)} as "paidAt" from (${versioned('exam_order', `status = 'PaymentPending' and category = 'Public'`)}) t join exam_order o on o.id = t.id`,
  'orders.extend': `select t.*, ${instant(`payment_end_at + interval '1 hour'`)} as "paymentEndAt" from (${versioned('exam_order', `status = 'PaymentPending' and category = 'Public'`)}) t join exam_order o on o.id = t.id`,
  'orders.expireNow': versioned('exam_order', `status = 'PaymentPending' and category = 'Public'`),
  'orders.queryChannel': versioned('exam_order', `status = 'PaymentPending' and category = 'Public'`),
  'paymentExceptions.attach': `select t.id, o.code as "orderCode" from (${rowOf('payment_exception')}) t, exam_order o where o.status = 'PaymentPending' and uuid_extract_version(o.id) is distinct from 3 ${firstOf('o')}`,
  'reconciliation.close': `select t.*, s.id as "statementId" from (${alipayDay}) t, channel_statement s ${firstOf('s')}`,
  'sessionMinimums.move': `select session_subject_id as id, (${rowOf('exam_session', coming)}) as "sessionId" from minimum_decision where outcome is null limit 1`,
  'bookings.take': booking('Initiated'),
  'bookings.liftRestriction': versioned('booking'),
  'bookings.attachTimetable': booking('Processing'),
  'bookings.proposePrice': `select id, to_char(expected_date, 'YYYY-MM-DD') as "testDate", '09:00' as "startTime", '11:00' as "endTime" from booking where ${isOwn} ${firstOf('booking')}`,
  'bookings.file': `select b.id, f.id as "fileId" from (${rowOf('booking')}) b, (${rowOf('file')}) f`,
  'accounts.unlock': `update account set status = 'Locked' where id = (select id from account where ${isOwn} and phone_key is not null order by created_at desc limit 1) returning id`,
  'candidates.merge': `select t.id, o.id as "duplicateId" from (${rowOf('candidate', 'deleted_at is null')}) t join candidate c on c.id = t.id join candidate o on o.account_id = c.account_id and o.id <> t.id ${firstOf('o')}`,
  'postTests.take': versioned('post_test', `status <> 'Initiated'`),
  'postTests.refuse': versioned('post_test', `status in ('Registered', 'Processing')`),
  'postTests.correct': `select t.*, '[]'::json as components from (${postTest('Complete')}) t`,
  'postTests.addFiles': postTest('Complete'),
  'postTests.clearUci': versioned('post_test', `status <> 'Initiated'`),
  'postTests.approveCancellation': versioned('post_test', `status <> 'Initiated'`),
  'postTests.rejectCancellation': versioned('post_test', `status <> 'Initiated'`),
  'postTests.file': `select t.id, f.id as "fileId" from (${postTest('Complete')}) t left join file f on f.object_id = t.id`,
  'rights.answer': `with asked as (${versioned('rights_request', `status in ('Received', 'InReview') and not is_by_relative`)}),
    corrected as (update candidate set updated_at = app_now()
      where account_id = (select account_id from rights_request where id = (select id from asked)))
    select * from asked`,
  'rights.addEvidence': versioned('rights_request', `status in ('Received', 'InReview') and is_by_relative`),
  'incidents.seen': `select id as "staffId" from (${staff('officer')}) t`,
  'incidents.export': `select id as "staffId" from (${staff('officer')}) t`,
  'incidents.note': `select id as "staffId" from (${staff('officer')}) t`,
  'filedPapers.document': `select application_id as id, id as "documentId" from filed_document where ${isOwn} ${firstOf('filed_document')}`,
  'filedPapers.closeCase': `select application_id as id, id as "caseId" from misconduct_case where ${isOwn} ${firstOf('misconduct_case')}`,
  'applications.move': `select t.*, (select other.id from exam_session other where other.product_id = a.product_id and other.id <> a.session_id and other.status = 'Published' and other.publish_end_at > app_now() ${firstOf('other')}) as "sessionId" from (${application}) t join application a on a.id = t.id`,
  'applications.file': `select t.id, f.id as "fileId" from (${application}) t, (${rowOf('file')}) f`,
  'catalogue.save': `select 'line' as kind, id, null as version, json_build_object('kind', 'line', 'code', code, 'nameEn', name_en, 'nameZh', name_zh, 'sort', sort + 1, 'isDisplayOnHome', is_display_on_home, 'detailUrlEn', null, 'detailUrlZh', null, 'lineCategory', line_category, 'isArchived', false) as content from product_line order by code limit 1`,
  'catalogue.create': `select json_build_object('kind', 'line', 'code', 'NEWLINE', 'nameEn', 'Line', 'nameZh', '线', 'sort', 9, 'isDisplayOnHome', false, 'detailUrlEn', null, 'detailUrlZh', null, 'lineCategory', 'Test', 'isArchived', false) as content`,
  'catalogue.discard': `select object_kind as kind, object_id as id, version from catalogue_draft ${firstOf('catalogue_draft')}`,
  'catalogue.ask': `select object_kind as kind, object_id as id, version, null as "effectiveFrom" from catalogue_draft ${firstOf('catalogue_draft')}`,
  'catalogue.publish': `select object_kind as kind, object_id as id, version, null as "effectiveFrom" from catalogue_draft ${firstOf('catalogue_draft')}`,
  'catalogue.takeBack': `select object_kind as kind, object_id as id, version, id as "draftId" from catalogue_draft ${firstOf('catalogue_draft')}`,
  'sessions.create': `select (json_each(plan)).key, (json_each(plan)).value from (select ${plan} as plan from ${planned}) t`,
  'sessions.createMany': `select json_build_array(${plan}) as sessions from ${planned}`,
  'sessions.previewPattern': `select s.product_id as "productId", array[s.venue_id] as "venueIds", '2027-03-01' as from, '2027-03-31' as to, '[1]'::json as weekdays, 60 as "opensDaysBefore", 7 as "closesDaysBefore",
    '09:00' as "opensAt", '17:00' as "closesAt", 20 as seat, ${plan} -> 'papers' as papers from ${planned}`,
  filedPapers: application,
  'filedPapers.add': `select id, 'identityDocument' as kind from (${application}) t`,
};

/** The shortest value that a part of the contract allows. */
function valueOf(schema: unknown, key: string): unknown {
  if (!isObject(schema)) return null;
  if ('const' in schema) return schema['const'];
  const [choice] = [schema['enum'] ?? schema['anyOf'] ?? schema['oneOf'] ?? []].flat();
  if (choice !== undefined) return isObject(choice) ? valueOf(choice, key) : choice;
  if (schema['type'] === 'object') return fieldsOf(schema, {});
  if (schema['type'] === 'array') return schema['minItems'] ? [valueOf(schema['items'], key)] : [];
  return plainValue(schema, key);
}

function plainValue(schema: JsonSchema, key: string): unknown {
  if (schema['type'] === 'boolean') return true;
  if (schema['type'] !== 'string') return Math.max(1, Number(schema['minimum'] ?? 1));
  return schema['format'] === 'uuid' ? nobody : (texts[key] ?? 'For the proof of growth.');
}

const nobody = '00000000-0000-4000-8000-000000000000';

/** Words that a field of this name has to have the form of. */
const texts: Readonly<Record<string, string>> = {
  voucher: 'VOUCHER-2026',
  number: '26112300000000000001',
  phone: '13700001111',
  contact: '13700001111',
  orderCode: 'P261123AAAA',
  code: '123456',
  email: 'nobody@example.cn',
  format: 'csv',
  text: 'A note.',
};

function fieldsOf(schema: JsonSchema, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => required.includes(key) || key in row)
      .map(([key, value]) => [key, key in row ? row[key] : valueOf(value, key)]),
  );
}

/**
 * A request of a staff call about a row that is there now.
 * @param keep sends a file of the member of staff, for calls that take one.
 */
export async function staffRequestOf(name: StaffEndpointName, keep: () => Promise<string>): Promise<Sent> {
  const call: StaffCall = staffCalls[name];
  const takes = JSON.stringify(call.body ? z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) : {});
  const fileId = /fileId/.test(takes) ? await keep() : null;
  const known = fileId === null ? {} : { fileId, fileIds: [fileId] };
  const [group = ''] = name.split('.');
  const lookup = rows[name] ?? rows[group as Group];
  const found = lookup ? await databasePool().query<Record<string, unknown>>(lookup) : null;
  const single = found?.rows.length
    ? Object.fromEntries(
        found.rows.flatMap((each) => ('key' in each ? [[String(each['key']), each['value']]] : Object.entries(each))),
      )
    : {};
  const row = { ...known, ...single };
  const part = (which: 'params' | 'body') => {
    const schema = call[which];
    if (!schema) return {};
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    // A page of a list needs nothing but its number.
    const isList = isObject(json['properties']) && 'pageIndex' in json['properties'];
    return {
      [which]: isList
        ? { pageIndex: 1, pageSize: 20, ...(which === 'body' ? pick(row, json) : {}) }
        : fieldsOf(json, row),
    };
  };
  return { ...part('params'), ...part('body') };
}

function pick(row: Readonly<Record<string, unknown>>, schema: JsonSchema): Record<string, unknown> {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return Object.fromEntries(required.filter((key) => key in row).map((key) => [key, row[key]]));
}
