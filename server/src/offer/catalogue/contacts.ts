import type { Calls } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import { addDays, chinaDateOf } from '@exam/contract/rules';
import type * as z from 'zod/mini';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { settings } from '#platform/settings';
import { nameIn } from './catalogue.ts';
import { catalogueNow } from './read-catalogue.ts';

type Contacts = z.output<Calls['site.contacts']['reply']>;

const daysAhead = 60;

/** Who answers, where and when: operator, offices with their cities, and the special days ahead (3-domain 5.2, 6.5). */
export async function readContacts(language: Language): Promise<Contacts> {
  const { offices, cities } = await catalogueNow();
  const { now, days } = await reading((tx) => specialDays(tx, language));
  return {
    now,
    days,
    offices: [...offices.values()].map((office) => ({
      id: office.id,
      name: nameIn(language, office),
      email: office.email,
      phone: office.phone,
      cities: [...cities.values()]
        .filter((city) => city.status === 'Active' && city.office_id === office.id)
        .map((city) => nameIn(language, city)),
    })),
    operator: presentOperator(language),
  };
}

async function specialDays(tx: Tx, language: Language): Promise<Pick<Contacts, 'now' | 'days'>> {
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  const rows = await tx
    .selectFrom('calendar_day')
    .select(['date', 'kind', 'name_en', 'name_zh', 'source'])
    .where('date', '>=', today)
    .where('date', '<=', addDays(today, daysAhead))
    .orderBy('date')
    .execute();
  const days = rows.map((row) => ({
    date: row.date,
    kind: row.kind,
    name: nameIn(language, row),
    isProvisional: row.source === 'Provisional',
  }));
  return { now, days };
}

function presentOperator(language: Language): Contacts['operator'] {
  const { icpFiling: _icp, policeFiling: _police, ...operator } = settings().operator;
  return {
    ...operator,
    name: operator.name[language],
    legalRepresentative: operator.legalRepresentative[language],
    address: operator.address[language],
    scope: operator.scope[language],
    registrar: operator.registrar[language],
    childrenOfficer: operator.childrenOfficer[language],
  };
}
