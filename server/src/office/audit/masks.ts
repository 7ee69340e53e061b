import { maskEmail, maskName, maskPhone } from '@exam/contract/rules';
import { auditFieldOf, type AuditFieldKind, type AuditObject, notKept } from '@exam/contract/staff';
import { type ColumnClass, columnClasses, type TableName } from '#platform/columns/index';
import { tablesOfPeople } from '#platform/columns/subjects';

/** The tables whose fields the entries of an object speak of; an object without them does not compile. */
const tablesOf: Readonly<Record<AuditObject, readonly TableName[]>> = {
  application: ['application', 'application_person'],
  booking: ['booking', 'booking_arrangement', 'booking_date_proposal', 'booking_paper', 'booking_person'],
  order: ['exam_order', 'order_item'],
  payment: ['payment'],
  paymentException: ['payment_exception'],
  refund: ['refund'],
  reconciliation: ['reconciliation_closing', 'reconciliation_explanation', 'reconciliation_movement'],
  cancellation: ['cancellation_request', 'cancellation_item'],
  session: ['exam_session', 'session_subject'],
  sessionSubject: ['session_subject'],
  serviceRange: ['service_range'],
  account: ['account', 'possession_claim', 'number_move'],
  claim: ['possession_claim'],
  candidate: ['candidate', 'candidate_guardian'],
  staff: ['staff_account'],
  list: [],
  entryExport: ['entry_export'],
  job: [],
  message: ['message'],
  messageTemplate: ['message_template'],
  proposal: ['proposal', 'post_test', 'post_test_item'],
  office: ['office'],
  city: ['city'],
  venue: ['venue', 'venue_name', 'venue_room'],
  centre: ['exam_centre'],
  calendarDay: ['calendar_day'],
  calendarYear: ['calendar_day'],
  catalogueLine: ['product_line'],
  catalogueProduct: ['product'],
  catalogueSubject: ['subject'],
  catalogueBody: ['awarding_body'],
  hold: ['legal_hold'],
  rightsRequest: ['rights_request'],
  fapiao: ['fapiao', 'fapiao_paper'],
  minorApproval: ['minor_approval'],
  minorsReport: ['minors_report_filing'],
  incident: ['incident'],
  misconductCase: ['misconduct_case'],
  filedDocument: ['filed_document'],
  postTest: ['post_test', 'post_test_item'],
  postTestExport: ['post_test_export'],
  postTestService: ['post_test_service'],
};

/** Persons as a whole, and what somebody typed into a list to find one: no column has their name. */
const aboutPersons: ReadonlySet<string> = new Set(['guardian', 'pickup_person', 'search']);

/** What a mask leaves of a value; everything else that tells of a person is not kept at all. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  last_name: maskName,
  first_name: maskName,
  name: maskName,
  email: maskEmail,
  mobile: maskPhone,
  phone: maskPhone,
};

/** Kinds of values that are text of somebody's; ids, codes, instants and sums of other tables are not looked for by their name. */
const textKinds: ReadonlySet<AuditFieldKind> = new Set(['typed', 'sign', 'date']);

/**
 * What the audit keeps of values: it lives ten years and holds nothing personal (S-18), so the class of the column that a field is in
 * decides, not whoever writes the entry. A personal, sensitive or secret one is kept masked where it has a mask, else as `notKept`: that it
 * changed is told, what it says is not. Among fields that are not columns of the object itself, texts are masked that share the name of
 * somebody's column in any table of people. Words typed as a reason stay as they are: they are the point of a reason, and the form says who reads them.
 */
export function maskedForAudit(kind: AuditObject, values: object | null): object | null {
  return values === null ? null : Object.fromEntries(entriesOf(kind, values));
}

function entriesOf(kind: AuditObject, values: object): [string, unknown][] {
  return Object.entries(values).map(([field, value]) => [field, kept(kind, field, value)]);
}

function kept(kind: AuditObject, field: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value;
  const isWhole = aboutPersons.has(snake(field));
  if (typeof value === 'object' && !isWhole)
    return Array.isArray(value) ? value.map((each) => kept(kind, field, each)) : maskedForAudit(kind, value);
  if (!isWhole && classOf(kind, field, value) === 'none') return value;
  const mask = masks[snake(field)];
  return mask && typeof value === 'string' && value !== notKept ? mask(value) : notKept;
}

function classOf(kind: AuditObject, field: string, value: unknown): ColumnClass {
  const column = snake(field);
  const own = tablesOf[kind].flatMap((table) => classes.get(table)?.get(column) ?? []);
  if (own.length > 0) return own.find((each) => each !== 'none') ?? 'none';
  const isOfPeople = tablesOf[kind].length === 0 || tablesOf[kind].some((table) => peopleTables.has(table));
  const fieldKind = auditFieldOf(field)?.kind ?? 'typed';
  const isText = typeof value === 'string' && textKinds.has(fieldKind);
  return isOfPeople && isText && namesOfPeople.has(column) ? 'personal' : 'none';
}

const snake = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The class of what each column of a table says, sealed or masked; of several classes the one that says more. */
const classes: ReadonlyMap<TableName, ReadonlyMap<string, ColumnClass>> = new Map(
  Object.entries(columnClasses).map(([table, columns]) => {
    const said = new Map<string, ColumnClass>();
    for (const [column, of] of Object.entries<ColumnClass>(columns)) {
      const name = column.replace(/_(sealed|masked)$/, '');
      if ((said.get(name) ?? 'none') === 'none') said.set(name, of);
    }
    return [table as TableName, said];
  }),
);

const peopleTables: ReadonlySet<TableName> = new Set(tablesOfPeople);

const namesOfPeople: ReadonlySet<string> = new Set(
  tablesOfPeople.flatMap((table) =>
    [...(classes.get(table) ?? [])].flatMap(([name, of]) => (of === 'none' ? [] : name)),
  ),
);
