import type { PostTestDraft, PostTestDraftItem } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { emptyPostTestProgress, postTestSteps } from '@exam/contract/wizards';
import { sql } from 'kysely';
import { filesOf } from '#office/files';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { Choice } from './choice.ts';
import { type Entered, openEntered } from './sealed-texts.ts';
import { formAnswers } from './form.ts';
import { named, presentFees, presentLevel, presentService, presentWindow, type Reader } from './lookups.ts';
import { checkRequest } from './problems.ts';
import { namedRequests, names } from '../queries.ts';
import { type Centre, centresOf, choiceOfRow, ordersOf, ownRequest, type RequestRow } from '../store.ts';

type Own = { id: string; accountId: string; language: Language };

/** A draft in full, with all that still keeps it from being confirmed. @throws Refusal NOT_FOUND, also for a request that is paid. */
export async function showDraft(tx: Tx, { language, ...own }: Own): Promise<PostTestDraft> {
  const row = await ownRequest(tx, own);
  const now = await readNow(tx);
  const choice = await choiceOfRow(tx, row);
  const entered = openEntered(row);
  const { problems, read } = await checkRequest(tx, { row, choice, entered, now });
  const answers = formAnswers(choice, { candidateNumber: read.candidateNumber, formFileIds: row.form_file_ids });
  const canConfirm = row.status === 'Initiated' && problems.length === 0 && choice.price.lines.length > 0;
  const orderId = row.status === 'Submitted' ? ((await ordersOf(tx, [row.id])).get(row.id)?.orderId ?? null) : null;
  return {
    ...enteredFields(row, entered),
    ...presentChoice(choice, { language, now }),
    id: row.id,
    code: row.code,
    status: row.status,
    version: row.version,
    centre: await centreOf(tx, { row, choice, language }),
    template: 'rt1010',
    json: JSON.stringify(answers),
    formFiles: (await filesOf(tx, [row.id])).get(row.id) ?? [],
    problems,
    steps: stepsOf(row, { choice, canConfirm, orderId }),
    canConfirm,
    canEdit: row.status === 'Initiated',
    canDelete: row.status === 'Initiated' || row.status === 'Expired',
    orderId,
    savedAt: row.saved_at,
  };
}

/** The steps of the wizard as the saved draft has done them; it is a draft until it is paid. */
function stepsOf(
  row: RequestRow,
  { choice, canConfirm, orderId }: { choice: Choice; canConfirm: boolean; orderId: string | null },
): PostTestDraft['steps'] {
  const progress = {
    ...emptyPostTestProgress,
    productId: row.product_id,
    hasReadDeclaration: true,
    serviceId: choice.service.id,
    levelId: row.level_id,
    examSeriesId: row.series_id,
    draftId: row.id,
    canConfirm: canConfirm || orderId !== null,
    orderId,
  };
  return postTestSteps.map(({ id, done }) => ({ stepName: id, isDone: id !== 'payment' && done(progress) }));
}

function presentChoice(choice: Choice, reader: Reader) {
  const { board, service, level, series, window } = choice;
  return {
    productId: board.productId,
    productName: reader.language === 'zh' ? board.nameZh : board.nameEn,
    service: presentService(board, service, reader),
    level: level === null ? null : presentLevel(level, reader),
    examSeries: series === null ? null : named(series, reader.language),
    uciPolicy: board.uciPolicy,
    window: window === null || series === null ? null : presentWindow(window, series, reader),
    fee: choice.price.total,
    fees: presentFees(choice, reader),
  };
}

async function centreOf(tx: Tx, of: { row: RequestRow; choice: Choice; language: Language }) {
  const centres = await centresOf(tx, of.choice.board.awardingBodyId);
  const centre = centres.find((each) => each.id === of.row.centre_id);
  return centre ? presentCentre(centre, of.language) : null;
}

function enteredFields(row: RequestRow, entered: Entered) {
  return {
    ...entered,
    serviceId: row.service_id,
    levelId: row.level_id,
    examSeriesId: row.series_id,
    cashInCodeId: row.award_id,
    componentIds: row.component_ids,
    centreId: row.centre_id,
    formFileIds: row.form_file_ids,
    isPlacePending: row.is_place_pending,
  };
}

export function presentCentre(centre: Centre, language: Language) {
  const name = language === 'zh' ? centre.nameZh : centre.nameEn;
  return { id: centre.id, name, centerCode: centre.code, displayName: `${centre.code} ${name}` };
}

/** One's drafts, those that wait for payment and those that lapsed, the newest first. */
export async function listDrafts(tx: Tx, own: { accountId: string; language: Language }): Promise<PostTestDraftItem[]> {
  const rows = await namedRequests(tx)
    .selectAll('request')
    .select(names)
    .select(
      sql<string | null>`(select close_at from post_test_window place
        where place.service_id = request.service_id and place.series_id = request.series_id)`.as('close_at'),
    )
    .where('request.account_id', '=', own.accountId)
    .where('request.status', 'in', ['Initiated', 'Submitted', 'Expired'])
    .where('request.deleted_at', 'is', null)
    .orderBy('request.saved_at', 'desc')
    .orderBy('request.id')
    .limit(50)
    .execute();
  const waiting = rows.filter((row) => row.status === 'Submitted').map((row) => row.id);
  const orders = await ordersOf(tx, waiting);
  const inLanguage = (en: string | null, zh: string | null) => (own.language === 'zh' ? zh : en);
  return rows.map((row) => {
    const { lastName, firstName } = openEntered(row);
    const name = `${lastName ?? ''} ${firstName ?? ''}`.trim();
    return {
      id: row.id,
      code: row.code,
      status: row.status,
      productName: inLanguage(row.product_en, row.product_zh) ?? '',
      serviceName: inLanguage(row.service_en, row.service_zh) ?? '',
      candidateName: name === '' ? null : name,
      examSeriesName: inLanguage(row.series_en, row.series_zh),
      fee: row.amount,
      closeAt: row.close_at,
      orderId: orders.get(row.id)?.orderId ?? null,
      savedAt: row.saved_at,
    };
  });
}
