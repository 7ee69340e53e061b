import { storedFile } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';

/** Files that staff send: a timetable, the proof of a payment. */
export const filesStaffCalls = defineStaffCalls({
  /** Keeps one file for 24 hours; a command that names its id makes it belong to something. */
  'files.upload': { permission: null, bodyKind: 'multipart', reply: storedFile },
});
