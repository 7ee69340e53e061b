import { placesStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { findCentres, findCities, findVenue, findVenues, listOffices } from './queries.ts';
import { addOffice, saveCentre, saveCity, saveOffice } from './save.ts';
import { saveVenue } from './save-venue.ts';

const handlers: StaffHandlers<typeof placesStaffCalls> = {
  'places.offices': ({ staff, language }) => reading((tx) => listOffices(tx, { staff, language })),
  'places.cities': ({ body, staff, language }) => reading((tx) => findCities(tx, { staff, language }, body)),
  'places.venues': ({ body, staff, language }) => reading((tx) => findVenues(tx, { staff, language }, body)),
  'places.venue': ({ params, staff, language }) => reading((tx) => findVenue(tx, { staff, language }, params.id)),
  'places.centres': ({ body, staff, language }) => reading((tx) => findCentres(tx, { staff, language }, body)),
  'places.addOffice': ({ body, staff }) => inTransaction((tx) => addOffice(tx, staff, body)),
  'places.saveOffice': ({ params, body, staff }) =>
    inTransaction((tx) => saveOffice(tx, staff, { ...params, ...body })),
  'places.saveCity': ({ body, staff }) => inTransaction((tx) => saveCity(tx, staff, body)),
  'places.saveVenue': ({ body, staff }) => inTransaction((tx) => saveVenue(tx, staff, body)),
  'places.saveCentre': ({ body, staff }) => inTransaction((tx) => saveCentre(tx, staff, body)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: placesStaffCalls, handlers }];
