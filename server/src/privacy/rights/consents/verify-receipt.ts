import type { Reply } from '@exam/contract/client';
import { sql } from 'kysely';
import { textHash, textsOf } from '#people/consents';
import type { Tx } from '#platform/database';
import { checksumOf, objectOf, readReceiptCode, type Recorded } from './receipt-code.ts';

type Verified = Reply<'consent.verify'>;
type Row = Recorded['statements'][number] & {
  objectId: string;
  code: string | null;
  givenAt: string;
  withdrawnAt: string | null;
};

const unknown: Verified = {
  isKnown: false,
  isUnchanged: false,
  code: null,
  givenAt: null,
  version: null,
  statements: [],
};

/**
 * Says whether a printed receipt still agrees with what is recorded: the record gives the checksum of the code, and each kept text the hash
 * that was recorded with the tick. Nobody is named. A record that was changed shows nothing of itself; a code that is not known, and one
 * of somebody who waits for deletion, says nothing at all.
 */
export async function verifyReceipt(tx: Tx, typed: string): Promise<Verified> {
  const read = readReceiptCode(typed);
  const rows = read === null ? [] : await rowsOf(tx, read.id);
  const [first] = rows;
  if (!read || !first) return unknown;
  const { objectId, givenAt, code } = first;
  const isUnchanged = checksumOf({ objectId, givenAt, statements: rows }).equals(read.checksum);
  if (!isUnchanged) return { ...unknown, isKnown: true };
  const texts = await textsOf(
    tx,
    rows.map(({ hash }) => hash),
  );
  const statements = rows.map(({ id, statementId, language, hash, withdrawnAt }) => {
    const text = texts.get(hash.toString('hex')) ?? '';
    const isVerified = text !== '' && textHash(text).equals(hash);
    return {
      id,
      statementId,
      language: languageOf(language),
      text,
      hash: hash.toString('hex'),
      isVerified,
      withdrawnAt,
    };
  });
  return { isKnown: true, isUnchanged, code, givenAt, version: first.version, statements };
}

const languageOf = (language: string): 'en' | 'zh' => (language === 'zh' ? 'zh' : 'en');

/** What was ticked at once with a statement, itself among it. */
async function rowsOf(tx: Tx, id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select consent.id, ${objectOf('consent')} as "objectId",
      coalesce(application.code, booking.code, request.code) as code, consent.given_at as "givenAt",
      consent.statement_id as "statementId", consent.version, consent.language, consent.text_hash as hash,
      consent.guardian_relation as "guardianRelation", gone.withdrawn_at as "withdrawnAt"
    from consent known
    join consent on consent.account_id = known.account_id and consent.given_at = known.given_at
      and ${objectOf('consent')} = ${objectOf('known')}
    left join application on application.id = consent.application_id
    left join booking on booking.id = consent.booking_id
    left join post_test request on request.id = consent.post_test_id
    left join consent_ended gone on gone.consent_id = consent.id
    where known.id = ${id} and not exists (
      select from out_of_use waits where waits.id in (consent.application_id, consent.booking_id, consent.post_test_id))
      and not exists (select from candidate saved where saved.id = consent.candidate_id and saved.restricted_at is not null)
    order by consent.id`.execute(tx);
  return rows;
}
