/** Every address of the console: the table of pages has a page for each, and the server answers 404 for any other. */
export const paths = [
  '/',
  '/invitation',
  '/bookings',
  '/bookings/:id',
  '/service-dates',
  '/search',
  '/me',
  '/sessions',
  '/sessions/new',
  '/sessions/:id',
  '/accounts',
  '/accounts/:id',
  '/candidates',
  '/candidates/:id',
  '/staff',
  '/staff/:id',
  '/audit',
  '/audit/:id',
  '/jobs',
  '/messages',
  '/message-templates',
  '/message-templates/:kind/:language',
] as const;

export type Path = (typeof paths)[number];
