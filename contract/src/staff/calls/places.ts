import * as z from 'zod/mini';
import { count, id, text, written } from '../../entities/index.ts';
import { checkEmail } from '../../rules/emails.ts';
import { defineStaffCalls } from './call.ts';
import { listQuery, listReply } from './list.ts';

const some = (max: number) => written(1, max);
const code = z.string().check(z.regex(/^[A-Za-z0-9-]{2,20}$/));
const email = z.string().check(
  z.maxLength(200),
  z.refine((value) => checkEmail(value).ok),
);
const status = z.enum(['Active', 'Inactive']);
const version = z.int().check(z.minimum(1));
/** What is new has neither; what is changed names both. */
const which = { id: z.nullish(id), version: z.nullish(version) };

const office = z.object({
  id,
  code: text(20),
  nameEn: text(100),
  nameZh: text(100),
  email: text(200),
  phone: text(40),
  cities: count,
  version,
});
export type OfficeItem = z.output<typeof office>;

const officeFields = { nameEn: some(100), nameZh: some(100), email, phone: some(40) };

const city = z.object({
  id,
  code: text(20),
  nameEn: text(100),
  nameZh: text(100),
  officeId: id,
  officeName: text(100),
  status,
  venues: count,
  version,
});
export type CityItem = z.output<typeof city>;

const venue = z.object({
  id,
  code: text(40),
  name: text(120),
  cityId: id,
  cityName: text(100),
  officeId: id,
  status,
  roomCount: count,
  capacity: count,
  sessionsToCome: count,
});
export type VenueItem = z.output<typeof venue>;

const room = z.strictObject({
  name: some(60),
  capacity: z.int().check(z.minimum(0), z.maximum(5000)),
  note: z.nullish(text(300)),
});

const venueFields = {
  cityId: id,
  code,
  status,
  nameEn: some(120),
  nameZh: some(120),
  addressEn: some(300),
  addressZh: some(300),
  accessEn: z.nullish(text(500)),
  accessZh: z.nullish(text(500)),
  mapUrl: z.nullish(z.string().check(z.regex(/^https:\/\/[^\s<>"]{4,400}$/))),
  rooms: z._default(z.array(room).check(z.maxLength(100)), []),
};

const venueDetail = z.extend(venue, { ...venueFields, code: text(40), rooms: z.array(room), version });
export type VenueDetail = z.output<typeof venueDetail>;

const centre = z.object({
  id,
  code: text(20),
  bodyName: text(200),
  awardingBodyId: id,
  officeId: id,
  nameEn: text(200),
  nameZh: text(200),
  status,
  version,
});
export type CentreItem = z.output<typeof centre>;

const read = { permission: 'venues:read' } as const;
const write = { permission: 'venues:write' } as const;
const saved = z.object({ id, version });

/** Where exams are: offices, cities, venues with their rooms, and centres of awarding bodies. Another office's is a 404. */
export const placesStaffCalls = defineStaffCalls({
  'places.offices': {
    ...read,
    reply: z.object({ list: z.array(office), bodies: z.array(z.object({ id, name: text(200) })) }),
  },
  'places.cities': { ...read, body: listQuery(['code'], { status, officeId: id }), reply: listReply(city) },
  'places.venues': { ...read, body: listQuery(['code', 'capacity'], { status, cityId: id }), reply: listReply(venue) },
  'places.venue': { ...read, params: z.object({ id }), reply: venueDetail },
  'places.centres': { ...read, body: listQuery(['code'], { status, awardingBodyId: id }), reply: listReply(centre) },
  /** Only for whoever works for every office; colleagues are given the new one in their rights. */
  'places.addOffice': {
    ...write,
    body: z.strictObject({ code, ...officeFields }),
    reply: saved,
  },
  'places.saveOffice': {
    ...write,
    params: z.object({ id }),
    body: z.strictObject({ version, ...officeFields }),
    reply: saved,
  },
  'places.saveCity': {
    ...write,
    body: z.strictObject({ ...which, officeId: id, code, nameEn: some(100), nameZh: some(100), status }),
    reply: saved,
  },
  'places.saveVenue': { ...write, body: z.strictObject({ ...which, ...venueFields }), reply: saved },
  'places.saveCentre': {
    ...write,
    body: z.strictObject({
      ...which,
      officeId: id,
      awardingBodyId: id,
      code,
      nameEn: some(200),
      nameZh: some(200),
      status,
    }),
    reply: saved,
  },
});
