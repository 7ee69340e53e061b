import { roleNames } from '@exam/contract/staff';
import { writeApproval } from '#office/access';
import type { Tx } from '#platform/database';
import { createReadyStaff } from '#people/staff';
import { demoStaff, newcomer } from './data/staff.ts';

type WrittenPerson = { id: string; name: string };

/** Those members of the demonstration's staff who have already done something. */
export type WrittenStaff = { officer: WrittenPerson; privacy: WrittenPerson };

/**
 * Writes the people of the console; the administrator may hand every role on.
 * @param passwordHash of their one password.
 * @returns an exam officer and a privacy officer of them.
 */
export async function writeStaff(tx: Tx, passwordHash: string): Promise<WrittenStaff> {
  const rows = await tx.selectFrom('office').select(['id', 'code']).execute();
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  const made = new Map<string, string>();
  for (const { offices, ...person } of demoStaff) {
    const id = await createReadyStaff(tx, {
      ...person,
      language: 'zh',
      handsOn: person.roles.includes('administrator') ? roleNames : [],
      offices: offices === 'all' ? 'all' : offices.flatMap((code) => ids.get(code) ?? []),
      passwordHash,
    });
    if (id === null) throw new Error(`The member of staff ${person.email} exists already.`);
    made.set(person.email, id);
  }
  await writeApprovals(tx, made);
  return { officer: known(made, 'officer@examport.example'), privacy: known(made, 'privacy@examport.example') };
}

function known(made: ReadonlyMap<string, string>, email: (typeof demoStaff)[number]['email']): WrittenPerson {
  const id = made.get(email);
  const person = demoStaff.find((each) => each.email === email);
  if (id === undefined || !person) throw new Error(`The demonstration lacks ${email}.`);
  return { id, name: person.name };
}

/** Standing approvals for the daily work with minors (decision 0024); whoever is new asks for each child. */
async function writeApprovals(tx: Tx, made: ReadonlyMap<string, string>): Promise<void> {
  const [counsel = '', privacy = ''] = ['counsel@examport.example', 'privacy@examport.example'].map((each) =>
    made.get(each),
  );
  for (const [email, staffId] of made) {
    if (email === newcomer) continue;
    const givenBy = staffId === counsel ? privacy : counsel;
    await writeApproval(tx, { staffId, givenBy, reason: '演示环境：日常报名与考务工作', about: null });
  }
}
