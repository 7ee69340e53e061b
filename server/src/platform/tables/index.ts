// Written by tools/src/docs/table-types.ts from the migrations.
import type {
  FapiaoTable,
  FapiaoPaperTable,
  LedgerCarriedTable,
  LedgerCarryTable,
  LedgerEntryTable,
  MovementCarriedTable,
  PaymentExceptionTable,
  RefundTable,
} from './books.ts';
import type {
  ExamOrderTable,
  LapsedOrderCountTable,
  OrderItemTable,
  PaymentTable,
  PaymentAttemptTable,
  PaymentEventTable,
} from './checkout.ts';
import type {
  AttendanceTable,
  AwardingBodyTable,
  BookingProductTable,
  CatalogueDraftTable,
  CatalogueVersionTable,
  ChannelStatementTable,
  ChannelStatementRowTable,
  CircularTable,
  CircularRecipientTable,
  EntryExportTable,
  EntryRowTable,
  FiledDocumentTable,
  MinimumDecisionTable,
  MisconductCaseTable,
  MovedRegistrationTable,
  PreparedRegistrationTable,
  ProductTable,
  ProductLineTable,
  ProductOfficeTable,
  ProductTermsTable,
  ReconciliationClosingTable,
  ReconciliationExplanationTable,
  ReconciliationMovementTable,
  SavedViewTable,
  SessionMoveTable,
  SubjectTable,
} from './desk.ts';
import type {
  CityTable,
  ExamCentreTable,
  ExamSessionTable,
  FormTemplateTable,
  InvitationCodeTable,
  InvitationTicketTable,
  InvitationUseTable,
  OfficeTable,
  SeatAllocationTable,
  SeatEventTable,
  SessionSubjectTable,
  SessionSubjectLateChargeTable,
  SessionSubjectTierFeeTable,
  VenueTable,
  VenueNameTable,
  VenueRoomTable,
} from './offer.ts';
import type {
  AuditEntryTable,
  AuditHeadTable,
  AuditLinkTable,
  AuditSegmentTable,
  AuditSegmentDropTable,
  CalendarDayTable,
  DeletionRecordTable,
  ErasureTable,
  FileTable,
  LegalHoldTable,
  MinorApprovalTable,
  NoteTable,
  ProposalTable,
  RecordViewTable,
  WorkItemTable,
} from './office.ts';
import type {
  AccountTable,
  AccountDeviceTable,
  AccountSessionTable,
  CandidateTable,
  CandidateGuardianTable,
  CandidateImportTable,
  CaptchaTable,
  ConsentTable,
  ConsentTextTable,
  GuardianAnswerTable,
  GuardianCaseTable,
  GuardianNoticeTable,
  KeptContactTable,
  MessageTable,
  MessageTemplateTable,
  NumberMoveTable,
  PasskeyTable,
  PasskeyChallengeTable,
  PossessionClaimTable,
  SignInTicketTable,
  StaffAccountTable,
  StaffCodeUsedTable,
  StaffInvitationTable,
  StaffOfficeTable,
  StaffSessionTable,
  VerificationCodeTable,
  WizardDraftTable,
} from './people.ts';
import type {
  ClockOffsetTable,
  HistoryTable,
  IdempotencyKeyTable,
  IndexHalfTable,
  KnownKeyTable,
  MigrationTable,
  MigrationLockTable,
  NetworkLogTable,
  RateLimitTable,
  ToSealTable,
} from './platform.ts';
import type {
  ConsentRestorationTable,
  ConsentWithdrawalTable,
  IncidentTable,
  MinorsReportFilingTable,
  RelativeEvidenceTable,
  RelativeRequestTable,
  RightsRequestTable,
} from './privacy.ts';
import type {
  ApplicationTable,
  ApplicationPaperTable,
  ApplicationPersonTable,
  ApplicationStepTable,
  SpecialArrangementTable,
} from './registering.ts';
import type {
  BookingTable,
  BookingArrangementTable,
  BookingDateProposalTable,
  BookingPaperTable,
  BookingPersonTable,
  CalendarAddressTable,
  CancellationItemTable,
  CancellationRequestTable,
  PostTestTable,
  PostTestAwardTable,
  PostTestAwardComponentTable,
  PostTestBoardTable,
  PostTestComponentTable,
  PostTestComponentLevelTable,
  PostTestExportTable,
  PostTestFeeTable,
  PostTestItemTable,
  PostTestLevelTable,
  PostTestSeriesTable,
  PostTestServiceTable,
  PostTestWindowTable,
  ReminderTable,
  ServiceRangeTable,
} from './services.ts';
import type {
  AccountCandidatesTable,
  ApplicationCancellationTable,
  ApplicationMoveTable,
  ApplicationPaidTable,
  ApplicationPaymentTable,
  ApplicationSummaryTable,
  AuditProblemTable,
  BooksProblemTable,
  BooksSeatWeightTable,
  BooksSeatsAndMoneyTable,
  CatalogueObjectTable,
  ChannelMovementTable,
  ChannelMovementDayTable,
  ConsentEndedTable,
  FapiaoSumsTable,
  FindableTable,
  FormFilesInUseTable,
  GuardianFormerTable,
  GuardianSaidTable,
  GuardianWaitTable,
  GuardianWaitsTable,
  LapsedOrderSumTable,
  LedgerSumTable,
  MoneyNumberTable,
  ObjectOfficeTable,
  OrderKeptTable,
  OrderLineCountTable,
  OrderOwnerTable,
  OrderPaymentProgressTable,
  OutOfUseTable,
  PasskeyOfAccountTable,
  PersonOfRecordTable,
  PersonOfficeTable,
  PersonRecordTable,
  PostTestSummaryTable,
  ProductOfferTable,
  RegistrationDeskTable,
  SavingAccountTable,
  SessionAttendanceTable,
  SessionPlaceTable,
  SittingBeginsTable,
  SoldSummaryTable,
  StaffColleagueTable,
  SubjectCityTable,
} from './views.ts';

export type * from './books.ts';
export type * from './checkout.ts';
export type * from './desk.ts';
export type * from './offer.ts';
export type * from './office.ts';
export type * from './people.ts';
export type * from './platform.ts';
export type * from './privacy.ts';
export type * from './registering.ts';
export type * from './services.ts';
export type * from './views.ts';

/** Every table of the database. */
export type Database = {
  account: AccountTable;
  account_candidates: AccountCandidatesTable;
  account_device: AccountDeviceTable;
  account_session: AccountSessionTable;
  application: ApplicationTable;
  application_cancellation: ApplicationCancellationTable;
  application_move: ApplicationMoveTable;
  application_paid: ApplicationPaidTable;
  application_paper: ApplicationPaperTable;
  application_payment: ApplicationPaymentTable;
  application_person: ApplicationPersonTable;
  application_step: ApplicationStepTable;
  application_summary: ApplicationSummaryTable;
  attendance: AttendanceTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  audit_link: AuditLinkTable;
  audit_problem: AuditProblemTable;
  audit_segment: AuditSegmentTable;
  audit_segment_drop: AuditSegmentDropTable;
  awarding_body: AwardingBodyTable;
  booking: BookingTable;
  booking_arrangement: BookingArrangementTable;
  booking_date_proposal: BookingDateProposalTable;
  booking_paper: BookingPaperTable;
  booking_person: BookingPersonTable;
  booking_product: BookingProductTable;
  books_problem: BooksProblemTable;
  books_seat_weight: BooksSeatWeightTable;
  books_seats_and_money: BooksSeatsAndMoneyTable;
  calendar_address: CalendarAddressTable;
  calendar_day: CalendarDayTable;
  cancellation_item: CancellationItemTable;
  cancellation_request: CancellationRequestTable;
  candidate: CandidateTable;
  candidate_guardian: CandidateGuardianTable;
  candidate_import: CandidateImportTable;
  captcha: CaptchaTable;
  catalogue_draft: CatalogueDraftTable;
  catalogue_object: CatalogueObjectTable;
  catalogue_version: CatalogueVersionTable;
  channel_movement: ChannelMovementTable;
  channel_movement_day: ChannelMovementDayTable;
  channel_statement: ChannelStatementTable;
  channel_statement_row: ChannelStatementRowTable;
  circular: CircularTable;
  circular_recipient: CircularRecipientTable;
  city: CityTable;
  clock_offset: ClockOffsetTable;
  consent: ConsentTable;
  consent_ended: ConsentEndedTable;
  consent_restoration: ConsentRestorationTable;
  consent_text: ConsentTextTable;
  consent_withdrawal: ConsentWithdrawalTable;
  deletion_record: DeletionRecordTable;
  entry_export: EntryExportTable;
  entry_row: EntryRowTable;
  erasure: ErasureTable;
  exam_centre: ExamCentreTable;
  exam_order: ExamOrderTable;
  exam_session: ExamSessionTable;
  fapiao: FapiaoTable;
  fapiao_paper: FapiaoPaperTable;
  fapiao_sums: FapiaoSumsTable;
  file: FileTable;
  filed_document: FiledDocumentTable;
  findable: FindableTable;
  form_files_in_use: FormFilesInUseTable;
  form_template: FormTemplateTable;
  guardian_answer: GuardianAnswerTable;
  guardian_case: GuardianCaseTable;
  guardian_former: GuardianFormerTable;
  guardian_notice: GuardianNoticeTable;
  guardian_said: GuardianSaidTable;
  guardian_wait: GuardianWaitTable;
  guardian_waits: GuardianWaitsTable;
  history: HistoryTable;
  idempotency_key: IdempotencyKeyTable;
  incident: IncidentTable;
  index_half: IndexHalfTable;
  invitation_code: InvitationCodeTable;
  invitation_ticket: InvitationTicketTable;
  invitation_use: InvitationUseTable;
  kept_contact: KeptContactTable;
  known_key: KnownKeyTable;
  lapsed_order_count: LapsedOrderCountTable;
  lapsed_order_sum: LapsedOrderSumTable;
  ledger_carried: LedgerCarriedTable;
  ledger_carry: LedgerCarryTable;
  ledger_entry: LedgerEntryTable;
  ledger_sum: LedgerSumTable;
  legal_hold: LegalHoldTable;
  message: MessageTable;
  message_template: MessageTemplateTable;
  migration: MigrationTable;
  migration_lock: MigrationLockTable;
  minimum_decision: MinimumDecisionTable;
  minor_approval: MinorApprovalTable;
  minors_report_filing: MinorsReportFilingTable;
  misconduct_case: MisconductCaseTable;
  money_number: MoneyNumberTable;
  moved_registration: MovedRegistrationTable;
  movement_carried: MovementCarriedTable;
  network_log: NetworkLogTable;
  note: NoteTable;
  number_move: NumberMoveTable;
  object_office: ObjectOfficeTable;
  office: OfficeTable;
  order_item: OrderItemTable;
  order_kept: OrderKeptTable;
  order_line_count: OrderLineCountTable;
  order_owner: OrderOwnerTable;
  order_payment_progress: OrderPaymentProgressTable;
  out_of_use: OutOfUseTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  passkey_of_account: PasskeyOfAccountTable;
  payment: PaymentTable;
  payment_attempt: PaymentAttemptTable;
  payment_event: PaymentEventTable;
  payment_exception: PaymentExceptionTable;
  person_of_record: PersonOfRecordTable;
  person_office: PersonOfficeTable;
  person_record: PersonRecordTable;
  possession_claim: PossessionClaimTable;
  post_test: PostTestTable;
  post_test_award: PostTestAwardTable;
  post_test_award_component: PostTestAwardComponentTable;
  post_test_board: PostTestBoardTable;
  post_test_component: PostTestComponentTable;
  post_test_component_level: PostTestComponentLevelTable;
  post_test_export: PostTestExportTable;
  post_test_fee: PostTestFeeTable;
  post_test_item: PostTestItemTable;
  post_test_level: PostTestLevelTable;
  post_test_series: PostTestSeriesTable;
  post_test_service: PostTestServiceTable;
  post_test_summary: PostTestSummaryTable;
  post_test_window: PostTestWindowTable;
  prepared_registration: PreparedRegistrationTable;
  product: ProductTable;
  product_line: ProductLineTable;
  product_offer: ProductOfferTable;
  product_office: ProductOfficeTable;
  product_terms: ProductTermsTable;
  proposal: ProposalTable;
  rate_limit: RateLimitTable;
  reconciliation_closing: ReconciliationClosingTable;
  reconciliation_explanation: ReconciliationExplanationTable;
  reconciliation_movement: ReconciliationMovementTable;
  record_view: RecordViewTable;
  refund: RefundTable;
  registration_desk: RegistrationDeskTable;
  relative_evidence: RelativeEvidenceTable;
  relative_request: RelativeRequestTable;
  reminder: ReminderTable;
  rights_request: RightsRequestTable;
  saved_view: SavedViewTable;
  saving_account: SavingAccountTable;
  seat_allocation: SeatAllocationTable;
  seat_event: SeatEventTable;
  service_range: ServiceRangeTable;
  session_attendance: SessionAttendanceTable;
  session_move: SessionMoveTable;
  session_place: SessionPlaceTable;
  session_subject: SessionSubjectTable;
  session_subject_late_charge: SessionSubjectLateChargeTable;
  session_subject_tier_fee: SessionSubjectTierFeeTable;
  sign_in_ticket: SignInTicketTable;
  sitting_begins: SittingBeginsTable;
  sold_summary: SoldSummaryTable;
  special_arrangement: SpecialArrangementTable;
  staff_account: StaffAccountTable;
  staff_code_used: StaffCodeUsedTable;
  staff_colleague: StaffColleagueTable;
  staff_invitation: StaffInvitationTable;
  staff_office: StaffOfficeTable;
  staff_session: StaffSessionTable;
  subject: SubjectTable;
  subject_city: SubjectCityTable;
  to_seal: ToSealTable;
  venue: VenueTable;
  venue_name: VenueNameTable;
  venue_room: VenueRoomTable;
  verification_code: VerificationCodeTable;
  wizard_draft: WizardDraftTable;
  work_item: WorkItemTable;
};
