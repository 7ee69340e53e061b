/**
 * Every call of the console: its name in the house, its method and its path. A table of its own beside the portal's, so that
 * the portal ships none of it (decision 0023). Shapes and permissions stand in `calls/`, keyed by the same names.
 */
export const staffEndpoints = {
  'staff.signIn': 'POST /api/staff/sign-in',
  'staff.signOut': 'POST /api/staff/sign-out',
  'staff.me': 'GET /api/staff/me',
  'staff.prove': 'POST /api/staff/proof',
  'staff.changePassword': 'POST /api/staff/password',
  'staff.openInvitation': 'POST /api/staff/invitations/open',
  'staff.acceptInvitation': 'POST /api/staff/invitations/accept',
  'staff.offices': 'GET /api/staff/offices',
  'staff.users': 'POST /api/staff/users/search',
  'staff.user': 'GET /api/staff/users/{id}',
  'staff.invite': 'POST /api/staff/users',
  'staff.inviteAgain': 'POST /api/staff/users/{id}/invitation',
  'staff.changeRights': 'POST /api/staff/users/{id}/rights',
  'staff.lock': 'POST /api/staff/users/{id}/lock',
  'staff.unlock': 'POST /api/staff/users/{id}/unlock',
  'staff.endSessions': 'POST /api/staff/users/{id}/sessions/end',
  'staff.resetSecondFactor': 'POST /api/staff/users/{id}/second-factor/reset',
  'audit.search': 'POST /api/staff/audit/search',
  'audit.entry': 'GET /api/staff/audit/{id}',
  'approvals.search': 'POST /api/staff/approvals/search',
  'approvals.get': 'GET /api/staff/approvals/{id}',
  'approvals.approve': 'POST /api/staff/approvals/{id}/approve',
  'approvals.reject': 'POST /api/staff/approvals/{id}/reject',
  'approvals.takeBack': 'POST /api/staff/approvals/{id}/take-back',
  'today.search': 'POST /api/staff/today/search',
  'today.counts': 'GET /api/staff/today/counts',
  'today.take': 'POST /api/staff/today/{id}/take',
  'today.release': 'POST /api/staff/today/{id}/release',
  'today.reassign': 'POST /api/staff/today/{id}/reassign',
  'today.snooze': 'POST /api/staff/today/{id}/snooze',
  'today.wake': 'POST /api/staff/today/{id}/wake',
  'notes.list': 'GET /api/staff/notes/{objectKind}/{objectId}',
  'notes.add': 'POST /api/staff/notes/{objectKind}/{objectId}',
  'minimums.search': 'POST /api/staff/minimums/search',
  'minimums.get': 'GET /api/staff/minimums/{id}',
  'minimums.runAnyway': 'POST /api/staff/minimums/{id}/run',
  'minimums.move': 'POST /api/staff/minimums/{id}/move',
  'minimums.withdraw': 'POST /api/staff/minimums/{id}/withdraw',
} as const;

/** The house's name of a staff call, for example `staff.signIn`. */
export type StaffEndpointName = keyof typeof staffEndpoints;

/** Splits a staff endpoint into its method and path. */
export function staffAddressOf(name: StaffEndpointName): { method: string; path: string } {
  const [method = '', path = ''] = staffEndpoints[name].split(' ');
  return { method, path };
}
