import * as z from 'zod/mini';
import { text } from './scalars.ts';

/**
 * Who receives personal data, as a consent has to name them (PIPL 23, 39), in one language. From the awarding body's own record;
 * `version` rises with every change of it.
 */
export const recipient = z.object({
  /** The legal name. */
  name: text(200),
  country: text(100),
  /** Outside mainland China. */
  isAbroad: z.boolean(),
  /** How they are reached with questions about personal data. */
  contact: text(300),
  purpose: text(300),
  /** How the data is processed there. */
  means: text(300),
  dataKinds: text(400),
  /** How people use their rights there. */
  rights: text(500),
  version: z.int(),
});
export type Recipient = z.output<typeof recipient>;
