import { searchStaffCalls } from '@exam/contract/staff';
import { seek } from '#office/access';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { find, people, soughtOf } from './find.ts';

const handlers: StaffHandlers<typeof searchStaffCalls> = {
  'search.find': ({ body, staff, language }) =>
    seek({
      staff,
      call: 'search.find',
      text: body.text,
      by: soughtOf(staff),
      find: (tx) => find(tx, staff, { text: body.text, language }),
      foundIn: ({ list }) =>
        list.flatMap(({ id, kind: of }) => people.filter((kind) => kind === of).map((kind) => ({ kind, id }))),
    }),
};

export const staffRoutes: StaffRoutes[] = [{ calls: searchStaffCalls, handlers }];
