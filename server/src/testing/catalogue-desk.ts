import { refusalMessage, type RefusalCode } from '@exam/contract/messages';
import type { CatalogueContentInput, CatalogueKind, CataloguePage, StaffEndpointName } from '@exam/contract/staff';
import { databasePool } from '#platform/database';
import { askStaff, givenExam, type SignedInStaff, type TestExam } from '#testing';

type Of<K extends CatalogueKind> = Extract<CatalogueContentInput, { kind: K }>;

export const why = 'agreed with the awarding body';

/** A published session whose product has its texts, so that it may be published again. */
export async function givenCatalogue(wishes: Parameters<typeof givenExam>[0] = {}): Promise<TestExam> {
  const exam = await givenExam(wishes);
  await sqlRow(`update product set summary_en = 'A paper.', summary_zh = '一门考试。' where id = $1`, [exam.productId]);
  await sqlRow(
    `insert into product_office (id, product_id, office_id) select gen_random_uuid(), product_id, office_id from exam_session where id = $1`,
    [exam.sessionId],
  );
  return exam;
}

/** Runs a statement and gives its first row. */
export async function sqlRow(text: string, values: unknown[] = []): Promise<Record<string, unknown>> {
  return (await databasePool().query<Record<string, unknown>>(text, values)).rows[0] ?? {};
}

/** A refusal as `status code field:code …`; of an answer that is none the status alone. */
export function refusalOf({ status, body }: { status: number; body: Record<string, unknown> }): string {
  if (status < 300) return String(status);
  const fields = Object.entries(Object(body['fields']) as Record<string, string>);
  return [status, body['code'], ...fields.map(([field, text]) => `${field}:${codeOf(text)}`)].join(' ');
}

const codes: readonly RefusalCode[] = [
  'CATALOGUE_NEEDED',
  'CATALOGUE_BOTH_LANGUAGES',
  'CATALOGUE_TIERS',
  'CATALOGUE_STAGES',
  'CATALOGUE_FIXED',
  'CATALOGUE_UNKNOWN',
  'CODE_TAKEN',
  'PRODUCT_HAS_SESSIONS',
  'PRODUCT_HAS_BOOKINGS',
  'PRODUCT_WITHOUT_SUBJECTS',
  'SUBJECT_HAS_SESSIONS',
  'OFFICE_HAS_SESSIONS',
  'LINE_HAS_PRODUCTS',
  'LINE_ARCHIVED',
];

function codeOf(text: string): string {
  return codes.find((code) => refusalMessage('en', code) === text) ?? text;
}

/** The desk as one member of staff uses it. */
export function deskOf(staff: SignedInStaff) {
  const send = (name: StaffEndpointName, params: object, body: object = {}) => askStaff(staff, name, { params, body });
  const page = async (kind: CatalogueKind, id: string): Promise<CataloguePage> =>
    JSON.parse((await send('catalogue.get', { kind, id })).text) as CataloguePage;
  /** What is there now: the draft, else what is published. */
  const contentOf = async <K extends CatalogueKind>(kind: K, id: string): Promise<Of<K>> => {
    const { draft, published } = await page(kind, id);
    return (draft?.content ?? published) as Of<K>;
  };
  return {
    page,
    contentOf,
    save: async <K extends CatalogueKind>(
      kind: K,
      id: string,
      change: Partial<Of<K>>,
      more: { version?: number | null; repricesSessions?: boolean } = {},
    ) => {
      const { draft } = await page(kind, id);
      const content = { ...(await contentOf(kind, id)), ...change };
      const { version = draft?.version ?? null, ...rest } = more;
      return await send('catalogue.save', { kind, id }, { version, content, ...rest });
    },
    publish: async (kind: CatalogueKind, id: string, effectiveFrom: string | null = null) => {
      const version = (await page(kind, id)).draft?.version ?? 1;
      return await send('catalogue.publish', { kind, id }, { version, effectiveFrom, reason: why });
    },
    ask: async (kind: CatalogueKind, id: string, effectiveFrom: string | null = null) => {
      const version = (await page(kind, id)).draft?.version ?? 1;
      return await send('catalogue.ask', { kind, id }, { version, effectiveFrom, reason: why });
    },
    create: (content: CatalogueContentInput) => send('catalogue.create', {}, { content }),
    send,
  };
}

export type Desk = ReturnType<typeof deskOf>;
