import { roleNames } from '@exam/contract/staff';
import type { Tx } from '#platform/database';
import { createReadyStaff } from '#staff';
import { demoStaff } from './data/staff.ts';

/** Writes the people of the console; the administrator may hand every role on. @param passwordHash of their one password. */
export async function writeStaff(tx: Tx, passwordHash: string): Promise<void> {
  const rows = await tx.selectFrom('office').select(['id', 'code']).execute();
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  for (const { offices, ...person } of demoStaff) {
    const id = await createReadyStaff(tx, {
      ...person,
      language: 'zh',
      handsOn: person.roles.includes('administrator') ? roleNames : [],
      offices: offices === 'all' ? 'all' : offices.flatMap((code) => ids.get(code) ?? []),
      passwordHash,
    });
    if (id === null) throw new Error(`The member of staff ${person.email} exists already.`);
  }
}
