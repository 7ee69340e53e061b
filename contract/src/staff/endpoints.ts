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
} as const;

/** The house's name of a staff call, for example `staff.signIn`. */
export type StaffEndpointName = keyof typeof staffEndpoints;

/** Splits a staff endpoint into its method and path. */
export function staffAddressOf(name: StaffEndpointName): { method: string; path: string } {
  const [method = '', path = ''] = staffEndpoints[name].split(' ');
  return { method, path };
}
