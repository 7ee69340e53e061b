import { applicationCalls, bookingCalls } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import { catalogueNow } from '#offer/catalogue';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, Routes } from '#platform/http';
import { openCart, priceOf } from './cart/calls.ts';
import { changePickup } from './letter/change-pickup.ts';
import { countStatuses, searchApplications } from './page/list.ts';
import { modify, remove } from './submission/modify.ts';
import { reorder } from './cart/reorder.ts';
import { isFirstRegistration } from './submission/repeat.ts';
import { showApplication } from './page/show.ts';
import { submit, submitGroup } from './submission/submit.ts';

// Letter and calendar file belong to the letters, ending a registration to the cancellations, a choice after a move to the moves.
const {
  'application.letter': _letter,
  'application.calendarFile': _calendar,
  'application.requestCancellation': _request,
  'application.cancellationQuote': _quote,
  'application.addCancellationDocuments': _documents,
  'application.takeBackCancellation': _takeBack,
  'application.chooseAfterMove': _choose,
  ...served
} = applicationCalls;
const { 'booking.checkRepeat': checkRepeat } = bookingCalls;

const applications: Handlers<typeof served> = {
  'application.submit': (call) => submit({ ...call.body, ...originOf(call) }),
  'application.submitGroup': async (call) => ({ applications: await submitGroup({ ...call.body, ...originOf(call) }) }),
  'application.modify': (call) => modify({ ...call.body, ...originOf(call) }),
  'application.delete': ({ account, params }) => remove({ accountId: account.id, id: params.id }),
  'application.get': ({ account, params, language }) => showApplication(account.id, params.id, language),
  'application.changePickup': async (call) => {
    await changePickup({ ...call.body, ...originOf(call) });
    return showApplication(call.account.id, call.body.applicationId, call.language);
  },
  'application.search': async ({ account, body, language }) => {
    const { pageIndex, pageSize } = body;
    const { list, count } = await reading((tx) => searchApplications(tx, { ...body, accountId: account.id, language }));
    const { offices } = await catalogueNow((known) => list.every(({ officeId }) => known.offices.has(officeId)));
    return {
      list: list.map(({ officeId, ...item }) => ({ ...item, officeEmail: offices.get(officeId)?.email ?? '' })),
      pageIndex,
      pageSize,
      recordCount: count,
      pageCount: Math.ceil(count / pageSize),
    };
  },
  'application.statusCounts': ({ account }) => reading((tx) => countStatuses(tx, account.id)),
  'application.cart': ({ account, body, language }) => {
    const { pageIndex, pageSize } = body;
    return openCart({
      accountId: account.id,
      language,
      pageIndex,
      pageSize,
      onlyWaiting: isOnlyWaiting(body.status ?? null),
    });
  },
  'application.price': ({ account, body, language }) =>
    reading((tx) => priceOf(tx, { accountId: account.id, applicationIds: body.applicationIds, language })),
  'application.reorder': ({ account, query, language }) =>
    reorder({ accountId: account.id, orderId: query.orderId, language }),
};

const repeat: Handlers<{ 'booking.checkRepeat': typeof checkRepeat }> = {
  'booking.checkRepeat': async ({ account, body: { candidateId, productId, subjectId } }) => ({
    isValid: await isFirstRegistration({ accountId: account.id, candidateId, productId, subjectId: subjectId ?? null }),
  }),
};

/** The calls of this domain. */
export const routes: Routes[] = [
  { calls: served, handlers: applications },
  { calls: { 'booking.checkRepeat': checkRepeat }, handlers: repeat },
];

type Origin = {
  account: { id: string };
  language: Language;
  ip: string;
  headers: { 'user-agent'?: string | undefined };
};

/** Who sends a submission and from where: the evidence of consent names it. */
function originOf({ account, language, ip, headers }: Origin) {
  return { accountId: account.id, language, ip, device: (headers['user-agent'] ?? '').slice(0, 200) };
}

/** The cart's own filter: what waits, or everything with what lapsed greyed. */
function isOnlyWaiting(status: string | null): boolean {
  if (status === null || status === '' || status === 'All') return false;
  return status === 'Initiated' || refuse('MALFORMED');
}
