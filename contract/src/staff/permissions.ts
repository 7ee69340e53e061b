/** What may be done in each area of the staff side. A call names one of these; a role is a set of them. */
export const areaActions = {
  catalogue: ['read', 'write', 'publish', 'export'],
  sessions: ['read', 'write', 'publish', 'approve', 'export'],
  venues: ['read', 'write'],
  calendar: ['read', 'write'],
  bookings: ['read', 'write', 'export'],
  applications: ['read', 'write', 'reveal', 'export'],
  cancellations: ['read', 'write', 'approve'],
  orders: ['read', 'write', 'export'],
  payments: ['read', 'write', 'approve', 'export'],
  refunds: ['read', 'write', 'approve', 'export'],
  fapiao: ['read', 'write', 'reveal', 'export'],
  reconciliation: ['read', 'write', 'approve'],
  postTest: ['read', 'write', 'export'],
  arrangements: ['read', 'write'],
  candidates: ['read', 'write', 'reveal', 'export'],
  accounts: ['read', 'write', 'reveal'],
  groups: ['read', 'write'],
  examDay: ['read', 'write', 'export'],
  messages: ['read', 'send', 'write'],
  reports: ['read', 'export'],
  privacy: ['read', 'write', 'approve', 'export'],
  /** `approve`: the case of one child; `grant`: standing approvals. */
  minors: ['approve', 'grant'],
  jobs: ['read', 'write'],
  staff: ['read', 'write'],
  audit: ['read', 'export'],
  bodyEntries: ['read', 'export'],
} as const;

export type Area = keyof typeof areaActions;

/** `area:action`, such as `bookings:write`. */
export type Permission = { [A in Area]: `${A}:${(typeof areaActions)[A][number]}` }[Area];

/** Every permission, in the table's order. */
export const permissions: readonly Permission[] = Object.entries(areaActions).flatMap(([area, actions]) =>
  actions.map((action) => `${area}:${action}` as Permission),
);

const readsEverything = permissions.filter((permission) => permission.endsWith(':read'));

/**
 * Roles are presets of permissions, never asked for by code. Devices of invigilators and integration keys do
 * not sign in and are no roles of people.
 */
export const rolePresets = {
  catalogueEditor: [
    'catalogue:read',
    'catalogue:write',
    'catalogue:export',
    'sessions:read',
    'venues:read',
    'calendar:read',
    'reports:read',
  ],
  cataloguePublisher: [
    'catalogue:read',
    'catalogue:publish',
    'catalogue:export',
    'sessions:read',
    'sessions:publish',
    'venues:read',
    'venues:write',
    'calendar:read',
    'reports:read',
  ],
  examOfficer: [
    'catalogue:read',
    'sessions:read',
    'sessions:write',
    'sessions:export',
    'venues:read',
    'venues:write',
    'calendar:read',
    'calendar:write',
    'bookings:read',
    'bookings:write',
    'bookings:export',
    'applications:read',
    'applications:write',
    'applications:reveal',
    'applications:export',
    'cancellations:read',
    'cancellations:write',
    'arrangements:read',
    'arrangements:write',
    'candidates:read',
    'candidates:reveal',
    'groups:read',
    'groups:write',
    'examDay:read',
    'examDay:write',
    'examDay:export',
    'messages:read',
    'messages:send',
    'bodyEntries:read',
    'bodyEntries:export',
    'reports:read',
    'minors:approve',
  ],
  supportAgent: [
    'accounts:read',
    'accounts:write',
    'accounts:reveal',
    'applications:read',
    'candidates:read',
    'candidates:write',
    'candidates:reveal',
    'messages:read',
    'messages:send',
    'sessions:read',
    'catalogue:read',
  ],
  financeClerk: [
    'orders:read',
    'orders:write',
    'orders:export',
    'payments:read',
    'payments:write',
    'payments:export',
    'refunds:read',
    'refunds:write',
    'refunds:export',
    'cancellations:read',
    'fapiao:read',
    'fapiao:write',
    'fapiao:reveal',
    'fapiao:export',
    'reconciliation:read',
    'reconciliation:write',
    'reports:read',
    'reports:export',
  ],
  financeApprover: [
    'orders:read',
    'orders:export',
    'payments:read',
    'payments:approve',
    'payments:export',
    'refunds:read',
    'refunds:approve',
    'refunds:export',
    'cancellations:read',
    'cancellations:approve',
    'sessions:read',
    'sessions:approve',
    'fapiao:read',
    'fapiao:export',
    'reconciliation:read',
    'reconciliation:approve',
    'reports:read',
    'reports:export',
  ],
  postResultsOfficer: ['postTest:read', 'postTest:write', 'postTest:export', 'applications:read', 'sessions:read'],
  examDaySupervisor: ['examDay:read', 'examDay:write', 'sessions:read'],
  privacyOfficer: [
    'privacy:read',
    'privacy:write',
    'privacy:approve',
    'privacy:export',
    'minors:approve',
    'minors:grant',
    'accounts:read',
    'candidates:read',
    'candidates:reveal',
    'audit:read',
  ],
  auditor: [...readsEverything, 'audit:export'],
  administrator: [
    'staff:read',
    'staff:write',
    'jobs:read',
    'jobs:write',
    'audit:read',
    'messages:read',
    'messages:write',
    'minors:grant',
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type RoleName = keyof typeof rolePresets;

export const roleNames = Object.keys(rolePresets) as [RoleName, ...RoleName[]];

/** What some roles together allow. */
export function permissionsOf(roles: readonly RoleName[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role): readonly Permission[] => rolePresets[role]));
}

/** Kinds of values that a staff answer may carry besides plain facts. */
export type MaskedField = 'idNumber' | 'phone' | 'email' | 'amount';

/**
 * How each kind of value leaves the server. `masked`: never whole in any list or page; the reveal call of its area gives one
 * value for a reason. `hidden`: left out for those who hold none of the areas named.
 */
export const fieldMasks: Readonly<
  Record<
    MaskedField,
    { shows: 'masked'; revealedBy: readonly Permission[] } | { shows: 'hidden'; unless: readonly Permission[] }
  >
> = {
  idNumber: { shows: 'masked', revealedBy: ['candidates:reveal', 'applications:reveal'] },
  phone: { shows: 'masked', revealedBy: ['accounts:reveal', 'candidates:reveal', 'applications:reveal'] },
  email: {
    shows: 'masked',
    revealedBy: ['accounts:reveal', 'candidates:reveal', 'applications:reveal', 'fapiao:reveal'],
  },
  /** Helpers of an exam day and support see no money. */
  amount: {
    shows: 'hidden',
    unless: ['orders:read', 'payments:read', 'refunds:read', 'cancellations:read', 'bookings:read', 'reports:read'],
  },
};

/** Whether somebody with these permissions is shown a kind of value without asking for it. */
export function isFieldShown(field: MaskedField, held: ReadonlySet<Permission>): boolean {
  const mask = fieldMasks[field];
  return mask.shows === 'hidden' && mask.unless.some((permission) => held.has(permission));
}
