import { buildPortalWhenChanged } from './portal-build.ts';

// `npm run build`: everything that must be built before a start. The server runs its TypeScript as it is.
await buildPortalWhenChanged((line) => console.log(line));
