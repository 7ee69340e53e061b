import { setTimeout as pause } from 'node:timers/promises';
import { createStaffClient, type StaffClient } from '@exam/contract/staff/client';
import { Client } from 'pg';
import { goals } from './budgets.ts';
import { databaseOf, type Product } from './product.ts';
import type { Row } from './table.ts';

const looks = 1_000_000;
const account = 'privacy@examport.example';

/** After an incident: the first and the last page of whose data one staff account saw, out of a log of a million looks (PIPL 57). */
export async function incidentRows(product: Product): Promise<Row[]> {
  const { staffId, people } = await fillLog(databaseOf(product).url);
  const call = await signInStaff(product);
  const begun = performance.now();
  const first = await call('incidents.seen', { body: { staffId, pageIndex: 1, pageSize: 100, sort: 'firstAt' } });
  const pageIndex = Math.ceil(first.recordCount / 100);
  const last = await call('incidents.seen', { body: { staffId, pageIndex, pageSize: 100, sort: 'firstAt' } });
  const seconds = (performance.now() - begun) / 1000;
  const found = (pageIndex - 1) * 100 + last.list.length;
  const isExact = first.recordCount === people && found === people;
  return [
    {
      goal: `whose data one account saw, log of ${looks} looks: first and last page`,
      target: `<= ${goals.incidentSeconds} s, exact`,
      measured: `${seconds.toFixed(1)} s, ${found} of ${people} persons`,
      spread: '',
      anchor: 'none: the goal is an hour',
      verdict: isExact && seconds <= goals.incidentSeconds ? 'ok' : 'over',
    },
  ];
}

/** Looks of every member of staff at two hundred thousand persons; the account with the most of them is asked for. */
async function fillLog(url: string): Promise<{ staffId: string; people: number }> {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    await client.query(
      `insert into record_view (id, at, staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key, fields, is_minor)
       select gen_random_uuid(), app_now() - n * interval '1 minute', colleague.id, colleague.name, '{}', 'candidates.get', 'candidate',
         gen_random_uuid(), gen_random_uuid(), sha256(('bench' || n % 200000)::bytea), '{name,birthDate}', n % 3 = 0
       from generate_series(1, $1::integer) n
       join (select id, name, row_number() over (order by id) - 1 as place, count(*) over () as total from staff_account) colleague
         on colleague.place = n % colleague.total`,
      [looks],
    );
    await client.query('vacuum analyze record_view');
    const { rows } = await client.query<{ staffId: string; people: number }>(
      `select staff_id as "staffId", count(distinct person_key)::integer as people from record_view
       group by staff_id order by count(*) desc, staff_id limit 1`,
    );
    return rows[0] ?? { staffId: '', people: 0 };
  } finally {
    await client.end();
  }
}

async function signInStaff({ consoleUrl: origin, outside }: Product): Promise<StaffClient> {
  let token: string | null = null;
  const cookies = new Map<string, string>();
  const call = createStaffClient({
    baseUrl: origin,
    language: () => 'en',
    csrfToken: () => token,
    headers: () => ({ origin, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    fetch: async (...request) => {
      const answer = await fetch(...request);
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return answer;
    },
  });
  for (let tried = 0; token === null && tried < 3; tried++) {
    if (tried > 0) await pause(30_000);
    const shown = await fetch(`${outside}/api/totp?account=${encodeURIComponent(account)}`);
    const { code } = (await shown.json()) as { code: string };
    const body = { email: account, password: 'Kaotu@2026', code };
    token = (await call('staff.signIn', { body }).catch(() => null))?.token ?? null;
  }
  return call;
}
