/**
 * Every public name that the specification spells in a way we would not, once.
 * Left: the name used in the house. Right: the name on the wire (R-01, S-12).
 * `wire.test.ts` refuses the right-hand spellings anywhere else in hand-written source.
 */
export const wire = {
  paths: {
    /** Company licence page; the right spelling redirects here. */
    businessLicence: '/business-lincese',
  },
  segments: {
    /** Last segment of the call that verifies an invitation code; `/verify` is its alias. */
    verify: 'verifify',
  },
  applicationStatus: {
    Initiated: 'Initiated',
    Submitted: 'Submited',
    Registered: 'Registered',
    Withdrawn: 'Withdrawn',
    RegisteredCancellationRequested: 'RegisteredCancellationRequested',
    RegisteredCancellationRejected: 'RegisteredCancellationRejected',
    Cancelled: 'Cancelled',
    Expired: 'Expired',
    Processing: 'Processing',
    Complete: 'Complete',
    ApplicationRejected: 'ApplicationRejected',
  },
  venueStatus: {
    Active: 'Active',
    Inactive: 'Inacitive',
  },
  fields: {
    /** Post-test service record. */
    applicationId: 'applicationID',
    cashInCode: 'cashinCode',
    pickupPersonOfBooking: 'pickUpPerson',
  },
} as const;

/** Application status inside the house (right spelling). */
export type ApplicationStatus = keyof typeof wire.applicationStatus;
/** Application status on the wire. */
export type WireApplicationStatus = (typeof wire.applicationStatus)[ApplicationStatus];
/** Venue status inside the house. */
export type VenueStatus = keyof typeof wire.venueStatus;

/**
 * The house's name of an application status given either spelling (R-01: input accepts both).
 * Gives null for anything else.
 */
export function applicationStatusOf(value: string): ApplicationStatus | null {
  for (const [name, spelled] of Object.entries(wire.applicationStatus)) {
    if (value === name || value === spelled) return name as ApplicationStatus;
  }
  return null;
}
