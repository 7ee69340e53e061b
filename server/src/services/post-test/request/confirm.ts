import type { Recipient } from '@exam/contract/entities';
import { postTestConsentText, type Language } from '@exam/contract/messages';
import { postTestMachine } from '@exam/contract/machines';
import {
  chinaDateOf,
  missingPostTestConsents,
  postTestConsentVersion,
  postTestStatementsOf,
  type TickedConsent,
} from '@exam/contract/rules';
import { checkAdultAccount } from '#people/accounts';
import { recipientFor } from '#offer/catalogue';
import { keepEvidence } from '#people/consents';
import { askGuardians, openCase, postTestSitting, savedGuardian } from '#people/guardians';
import { lockAccountOrders, type PlacedOrder, placeServiceOrder } from '#checkout/orders';
import { ageClassOn, birthColumns, birthKeyOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { enqueueAll } from '#platform/outbox';
import { networkOf } from '#platform/limits/caller';
import { transition } from '#platform/transition';
import type { Choice } from './choice.ts';
import { openEntered, sealText } from './sealed-texts.ts';
import { checkedFormAnswers } from './form.ts';
import { presentFees } from './lookups.ts';
import { checkRequest, personKeyOf, type Read, uciKeyOf } from './problems.ts';
import { choiceOfRow, ordersOf, ownRequest, type RequestRow } from '../store.ts';

export type Confirming = {
  accountId: string;
  id: string;
  /** What the person saw, fen; compared, never used (T10). */
  totalPayAmount: number;
  consents: readonly TickedConsent[];
  isInformationConfirmed: boolean;
  language: Language;
  ip: string;
  device: string;
};

/**
 * Confirms a draft and places its order (9.6 #4, R-84). One that waits for its payment already gives its order again.
 * @throws Refusal BIRTH_DATE_REQUIRED, UNDER_AGE_TO_REGISTER; NOT_FOUND; ILLEGAL_STATE; NO_PENDING_SERVICE without a priced row; what is
 *   wrong with the fields; RECIPIENT_NOT_KNOWN; CONSENT_INCOMPLETE; INFORMATION_NOT_CONFIRMED; PRICE_CHANGED; ORDER_LIMIT; ORDER_WINDOW_TOO_SHORT.
 */
export async function confirmRequest(tx: Tx, input: Confirming): Promise<PlacedOrder> {
  const now = await lockAccountOrders(tx, input.accountId);
  await checkAdultAccount(tx, input.accountId);
  const row = await ownRequest(tx, { id: input.id, accountId: input.accountId, lock: true });
  if (row.status === 'Submitted') return await openOrder(tx, row);
  if (row.status !== 'Initiated') refuse('ILLEGAL_STATE');
  const choice = await choiceOfRow(tx, row);
  const recipient = await recipientFor(tx, choice.board.productId, input.language);
  const read = await checked(tx, { row, choice, now, input, recipient });
  const actor = { kind: 'candidate', id: input.accountId } as const;
  await transition(tx, postTestMachine, { table: 'post_test', kind: 'postTest', id: row.id, event: 'submit', actor });
  await freeze(tx, { row, choice, read, now });
  await writeConsents(tx, { row, choice, now, input, recipient });
  await enqueueAll(tx, [askGuardians([row.id])]);
  return await placeServiceOrder(tx, {
    accountId: input.accountId,
    requestId: row.id,
    price: choice.price,
    closeAt: choice.window?.close_at ?? now,
    now,
  });
}

async function openOrder(tx: Tx, row: RequestRow): Promise<PlacedOrder> {
  const order = (await ordersOf(tx, [row.id])).get(row.id);
  if (order?.orderStatus !== 'PaymentPending') refuse('ILLEGAL_STATE');
  return { id: order.orderId, code: order.orderCode, amount: order.amount, isNocharge: false };
}

type Confirmed = { row: RequestRow; choice: Choice; now: string; input: Confirming; recipient: Recipient | null };

async function checked(tx: Tx, { row, choice, now, input, recipient }: Confirmed): Promise<Read> {
  if (choice.price.lines.length === 0) refuse('NO_PENDING_SERVICE');
  const { problems, read } = await checkRequest(tx, { row, choice, entered: openEntered(row), now });
  const [only] = problems;
  const fields = Object.fromEntries(problems.map(({ field, code }) => [field, code]));
  if (only && problems.length === 1 && isWhole(only.code)) refuse(only.code, {}, fields);
  if (only) refuse('FIELDS', {}, fields);
  if (missingPostTestConsents(choice.service.kind, input.consents, recipient).length > 0)
    refuse('CONSENT_INCOMPLETE', {}, { consents: 'CONSENT_INCOMPLETE' });
  if (!input.isInformationConfirmed)
    refuse('INFORMATION_NOT_CONFIRMED', {}, { isInformationConfirmed: 'INFORMATION_NOT_CONFIRMED' });
  const { total } = choice.price;
  if (total !== input.totalPayAmount)
    throw new Refusal('PRICE_CHANGED', {
      details: { totalPayAmount: total, fees: presentFees(choice, { language: input.language, now }) },
    });
  return read;
}

const whole = [
  'MANDATORY_MODULE',
  'TOO_MANY_COMPONENTS',
  'SERVICE_WINDOW_CLOSED',
  'SERVICE_WINDOW_NOT_OPEN',
  'PREREQUISITE_NOT_DONE',
  'UCI_MERGE_NEEDED',
] as const;

/** Whether a problem says all there is to say by itself. */
function isWhole(code: string): code is (typeof whole)[number] {
  return whole.some((each) => each === code);
}

/** The request as it was confirmed: person, rows with their fees, answers of its form. */
async function freeze(
  tx: Tx,
  { row, choice, read, now }: Omit<Confirmed, 'input' | 'recipient'> & { read: Read },
): Promise<void> {
  const { board, price } = choice;
  const today = chinaDateOf(now);
  const answers = checkedFormAnswers(choice, { candidateNumber: read.candidateNumber, formFileIds: row.form_file_ids });
  const guardian = await savedGuardian(tx, { accountId: row.account_id, ...read });
  const person = {
    accountId: row.account_id,
    personKey: personKeyOf(read),
    birthKey: birthKeyOf(row.account_id, read.dob),
    lastName: read.lastName,
    letters: read.lastName + read.firstName,
  };
  const sitting = postTestSitting(row.id, row.subject_version);
  const guardianKey = await openCase(tx, guardian && { ...person, sitting, ...guardian });
  await tx
    .updateTable('post_test')
    .set((old) => ({
      last_name: read.lastName,
      first_name: read.firstName,
      guardian_key: guardianKey,
      class_when_made: ageClassOn(read.dob, today),
      ...birthColumns({ table: 'post_test', row: row.id, accountId: row.account_id }, { dob: read.dob, today }),
      candidate_number: read.candidateNumber,
      person_key: person.personKey,
      uci_sealed: sealText(row.id, 'uci', read.uci),
      uci_key: read.uci === '' ? null : uciKeyOf(person.personKey, read.uci),
      second_uci_sealed: sealText(row.id, 'second_uci', read.secondUci),
      second_uci_key: read.secondUci === '' ? null : uciKeyOf(person.personKey, read.secondUci),
      form_template_id: board.formTemplateId,
      form_json_sealed: sealText(row.id, 'form_json', JSON.stringify(answers)),
      amount: price.total,
      board_close_at: choice.window?.board_close_at ?? null,
      submitted_at: now,
      version: old('version', '+', 1),
      ordered_version: old('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute();
  await tx.deleteFrom('post_test_item').where('post_test_id', '=', row.id).execute();
  await tx.insertInto('post_test_item').values(itemsOfChoice(row.id, choice)).execute();
}

function itemsOfChoice(id: string, { price, chosen, award, service }: Choice) {
  return price.lines.map((line, position) => {
    const named = chosen.find((component) => component.id === line.componentId) ?? award ?? service;
    return {
      post_test_id: id,
      position,
      component_id: line.componentId,
      code: line.code,
      name_en: named.name_en,
      name_zh: named.name_zh,
      local_fee: line.localFee,
      board_fee: line.boardFee,
      vat: line.vat,
    };
  });
}

/** The statements as evidence: which text, in which language, from where (3-domain 6.1). Those of an earlier confirmation stay. */
async function writeConsents(tx: Tx, { row, choice, now, input, recipient }: Confirmed): Promise<void> {
  const { language, ip, device, accountId } = input;
  await keepEvidence(
    tx,
    postTestStatementsOf(choice.service.kind).map((statement) => ({
      id: randomId(),
      account_id: accountId,
      post_test_id: row.id,
      statement_id: statement,
      version: postTestConsentVersion,
      language,
      text: postTestConsentText(language, statement, { recipient }),
      network: networkOf(ip),
      device,
      given_at: now,
    })),
  );
}
