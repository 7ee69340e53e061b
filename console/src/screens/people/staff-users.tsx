import { roleNames } from '@exam/contract/staff/permissions';
import type { StaffUser } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { peopleWords } from '../../messages/people.ts';
import { PageHead, typed } from '../../page/index.ts';
import { InviteButton } from './rights.tsx';
import { staffTones } from './tones.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<StaffUser>> =>
  staffApi('staff.users', { body }, { signal, isQuiet: true });

/** Who works here and what they may do. */
export function StaffUsers() {
  const words = useMessages(peopleWords);
  const may = useMay();
  const columns: ListColumn<StaffUser>[] = [
    { key: 'name', header: words.name, sort: 'name', cell: (row) => typed(row.name) },
    { key: 'email', header: words.email, sort: 'email', cell: (row) => row.email },
    { key: 'roles', header: words.rolesHeading, cell: (row) => row.roles.map((role) => words.roles[role]).join(' · ') },
    {
      key: 'status',
      header: words.status,
      cell: (row) => <StatusTag tone={staffTones[row.status]}>{words.staffStatuses[row.status]}</StatusTag>,
    },
    {
      key: 'lastSignInAt',
      header: words.lastSignIn,
      sort: 'lastSignInAt',
      cell: (row) => (row.lastSignInAt === null ? words.never : <InstantText at={row.lastSignInAt} />),
    },
  ];
  return (
    <>
      <PageHead
        title={words.staff}
        lead={words.staffIntro}
        actions={may('staff:write') ? <InviteButton /> : undefined}
      />
      <StaffList
        name="staff.users"
        caption={words.staff}
        columns={columns}
        filters={[
          { name: 'search', label: words.staffSearch, kind: 'private' },
          {
            name: 'role',
            label: words.role,
            kind: 'choice',
            options: roleNames.map((value) => ({ value, label: words.roles[value] })),
          },
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            options: (['Invited', 'Active', 'Locked'] as const).map((value) => ({
              value,
              label: words.staffStatuses[value],
            })),
          },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowHref={(row) => `/staff/${row.id}`}
        empty={words.noStaff}
      />
    </>
  );
}
