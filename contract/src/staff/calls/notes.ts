import * as z from 'zod/mini';
import { id, instant, text, written } from '../../entities/index.ts';
import { historyObjectNames, noteObjectNames } from '../work.ts';
import { defineStaffCalls } from './call.ts';

const note = z.object({ id, text: text(2000), writtenBy: text(80), isOwn: z.boolean(), writtenAt: instant });
const about = { permission: null, params: z.object({ objectKind: z.enum(noteObjectNames), objectId: id }) } as const;

/** Notes of staff among themselves, never shown to candidates, and what staff did to an object. Reading and writing need the right to read the object. */
export const notesStaffCalls = defineStaffCalls({
  /** Newest first, at most 200. */
  'notes.list': { ...about, reply: z.object({ list: z.array(note) }) },
  'notes.add': {
    ...about,
    body: z.strictObject({ text: written(1, 2000) }),
    reply: note,
  },
  /** What staff did to an object, newest first, at most 200; needs the right to read the object. */
  'audit.ofObject': {
    permission: null,
    params: z.object({ objectKind: z.enum(historyObjectNames), objectId: id }),
    reply: z.object({
      list: z.array(
        z.object({ id, at: instant, staffName: text(80), action: text(80), reason: z.nullable(text(500)) }),
      ),
    }),
  },
});
