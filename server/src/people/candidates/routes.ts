import { candidateCalls } from '@exam/contract/calls';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { CallContext, Handlers } from '#platform/http';
import { checkCard } from './check/card.ts';
import { keepingOf } from './child-consent.ts';
import { presentCandidate, presentPickerRow } from './present.ts';
import { keptUntil } from './unagreed.ts';
import { addCandidate, changeCandidate } from './save.ts';
import { allCandidates, findCandidate, searchCandidates, type Search } from './store.ts';
import { suggestName } from './names/suggest-name.ts';
import { readToday } from './china-date.ts';

// Candidate types belong to the catalogue, the batch import to its own domain, and what of somebody goes with them to the rights of people.
const {
  'candidate.delete': _delete,
  'candidate.types': _types,
  'candidate.previewImport': _preview,
  'candidate.correctImport': _correct,
  'candidate.importFaults': _faults,
  'candidate.saveImport': _save,
  ...served
} = candidateCalls;

type SearchBody = CallContext<(typeof candidateCalls)['candidate.search']>['body'];
type SearchReply = Awaited<ReturnType<Handlers<typeof served>['candidate.search']>>;

const handlers: Handlers<typeof served> = {
  'candidate.checkCard': ({ account, query, language }) =>
    reading((tx) => checkCard(tx, { accountId: account.id, idType: 'IDCard', card: query.card, language })),
  'candidate.checkCardPrivately': ({ account, body, language }) =>
    reading((tx) => checkCard(tx, { accountId: account.id, ...body, language })),
  'candidate.suggestName': ({ body }) => suggestName(body.name),
  'candidate.add': (call) =>
    inTransaction(async (tx) => {
      const { consents: _ticked, ...form } = call.body;
      return present(tx, call.account.id, await addCandidate(tx, keepingOf(call), form));
    }),
  'candidate.modify': (call) =>
    inTransaction(async (tx) => {
      const { consents: _ticked, ...change } = call.body;
      await changeCandidate(tx, keepingOf(call), change);
      return present(tx, call.account.id, change.id);
    }),
  'candidate.get': ({ account, params }) => reading((tx) => present(tx, account.id, params.id)),
  'candidate.all': ({ account }) =>
    reading(async (tx) => {
      const today = await readToday(tx);
      return (await allCandidates(tx, account.id)).map((rows) => presentPickerRow(rows, today));
    }),
  'candidate.search': ({ account, body }) => reading((tx) => search(tx, account.id, body)),
};

/** The calls of this domain. */
export const routes = [{ calls: served, handlers }];

async function present(tx: Tx, accountId: string, id: string) {
  const rows = await findCandidate(tx, { accountId, id });
  if (!rows) return refuse('NOT_FOUND');
  return presentCandidate(rows, await readToday(tx), (await keptUntil(tx, { accountId, ids: [id] })).get(id) ?? null);
}

async function search(tx: Tx, accountId: string, body: SearchBody): Promise<SearchReply> {
  const today = await readToday(tx);
  const { pageIndex, pageSize } = body;
  const { rows, count } = await searchCandidates(tx, { accountId, today, ...criteriaOf(body) });
  const ends = await keptUntil(tx, { accountId, ids: rows.map(({ candidate }) => candidate.id) });
  const list = rows.map((row) => presentCandidate(row, today, ends.get(row.candidate.id) ?? null));
  return { list, pageIndex, pageSize, recordCount: count, pageCount: Math.ceil(count / pageSize) };
}

function criteriaOf({ pageIndex, pageSize, sorts, filters }: SearchBody): Omit<Search, 'accountId' | 'today'> {
  const valueOf = (field: string) => filters.find((filter) => filter.field === field)?.value.trim() || null;
  const columns = { createdAt: 'created_at', lastName: 'last_name' } as const;
  return {
    keyword: valueOf('keyword'),
    ageType: ageTypeOf(valueOf('candidateAgeType')),
    sorts: sorts.map(({ field, desc }) => ({ column: columns[field], desc })),
    offset: (pageIndex - 1) * pageSize,
    limit: pageSize,
  };
}

function ageTypeOf(value: string | null): Search['ageType'] {
  if (value === null || value === 'U11' || value === 'U18' || value === 'Adults') return value;
  return refuse('MALFORMED');
}
