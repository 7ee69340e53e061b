import type { StaffRoutes } from '#platform/staff-http';

export const staffRoutes: StaffRoutes[] = [];
