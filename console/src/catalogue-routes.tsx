import { screen } from '@exam/ui/app';
import { catalogueWords } from './messages/catalogue.ts';
import { pageWords } from './messages/page.ts';
import { placesWords } from './messages/places.ts';
import type { Route } from './route.ts';

/** What can be examined, and where: the catalogue, offices, cities and centres. */
export const catalogueRoutes: readonly Route[] = [
  {
    path: '/catalogue',
    title: 'catalogue',
    permission: 'catalogue:read',
    screen: screen(() => import('./screens/catalogue/catalogue.tsx').then((m) => m.Catalogue), catalogueWords),
  },
  {
    path: '/catalogue/new',
    title: 'newCatalogueObject',
    permission: 'catalogue:write',
    screen: screen(
      () => import('./screens/catalogue/new-object.tsx').then((m) => m.NewCatalogueObject),
      catalogueWords,
      pageWords,
    ),
  },
  {
    path: '/catalogue/:kind/:id',
    title: 'catalogueObject',
    permission: 'catalogue:read',
    screen: screen(
      () => import('./screens/catalogue/object.tsx').then((m) => m.CatalogueObject),
      catalogueWords,
      pageWords,
    ),
  },
  {
    path: '/offices',
    title: 'offices',
    permission: 'venues:read',
    screen: screen(() => import('./screens/places/offices.tsx').then((m) => m.Offices), placesWords, pageWords),
  },
  {
    path: '/cities',
    title: 'cities',
    permission: 'venues:read',
    screen: screen(() => import('./screens/places/cities.tsx').then((m) => m.Cities), placesWords, pageWords),
  },
  {
    path: '/centres',
    title: 'centres',
    permission: 'venues:read',
    screen: screen(() => import('./screens/places/centres.tsx').then((m) => m.Centres), placesWords, pageWords),
  },
];
