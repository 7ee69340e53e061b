import { consentText, postTestConsentText } from '@exam/contract/messages';
import { postTestStatements } from '@exam/contract/entities';
import { adultStatements, minorStatements } from '@exam/contract/rules';
import type { Tx } from '#platform/database';
import { textHash } from './keep.ts';

/**
 * The texts behind hashes of consents, by the hash in hexadecimal; one that nobody knows is left out. Consents from before texts were kept
 * find theirs among today's statements, with every awarding body's name in them.
 */
export async function textsOf(tx: Tx, hashes: readonly Buffer[]): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx
    .selectFrom('consent_text')
    .select(['hash', 'text'])
    .where('hash', 'in', [...hashes])
    .execute();
  const known = new Map(rows.map(({ hash, text }) => [hash.toString('hex'), text]));
  if (hashes.every((hash) => known.has(hash.toString('hex')))) return known;
  return new Map([...(await textsNow(tx)), ...known]);
}

async function textsNow(tx: Tx): Promise<Map<string, string>> {
  const bodies = await tx.selectFrom('awarding_body').select(['name_en', 'name_zh']).execute();
  const texts = (['en', 'zh'] as const).flatMap((language) => {
    const names = ['', ...bodies.map((body) => (language === 'zh' ? body.name_zh : body.name_en))];
    return names.flatMap((awardingBody) => [
      ...[...adultStatements, ...minorStatements].map((each) => consentText(language, each, { awardingBody })),
      ...postTestStatements.map((each) => postTestConsentText(language, each, { awardingBody })),
    ]);
  });
  return new Map(texts.map((text) => [textHash(text).toString('hex'), text]));
}
