import { buildConsoleWhenChanged } from './builds/console.ts';
import { buildPortalWhenChanged } from './builds/portal.ts';

// `npm run build`: everything that must be built before a start. The server runs its TypeScript as it is.
const say = (line: string) => console.log(line);
await buildPortalWhenChanged(say);
await buildConsoleWhenChanged(say);
