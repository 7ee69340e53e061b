import type { Cron, Tasks } from '#platform/worker';
import { forgetFiles, forgetFilesOf, removeBytes, removeHalves, sweepBytes } from './forget.ts';
import { purgeUnused } from './purge.ts';

/** Files: what people upload, found out by its content, sealed, and given back only to be saved. */
export { routes, staffRoutes } from './routes.ts';
export {
  checkOwnFiles,
  countFiles,
  filesOf,
  findUnusableFiles,
  handFile,
  type FileOwner,
  type FileUse,
  useFiles,
} from './store.ts';
export { forgetFiles, forgetFilesOf };
export { isOfficeWithPassword } from './inspect.ts';
export { isUnused, unusedUploads } from './purge.ts';
export { createFolderStore, type FileStore, fileStore } from './storage.ts';
export { attachmentOf, enterFile, keepBytes, keepFile, type KeptBytes, sendFileOf, sendOwnFile } from './upload.ts';

export const tasks: Tasks = {
  'files.purge': purgeUnused,
  'files.remove': removeBytes,
  'files.sweep': sweepBytes,
  'files.removeHalves': removeHalves,
};
export const crons: Cron[] = [
  { task: 'files.purge', match: '37 * * * *' },
  { task: 'files.removeHalves', match: '43 * * * *' },
];
