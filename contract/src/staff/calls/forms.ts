import * as z from 'zod/mini';
import { examCategory, id, productAccess, text } from '../../entities/index.ts';
import { formCodes } from '../../forms/index.ts';
import { defineStaffCalls } from './call.ts';

const formUse = z.object({
  number: z.enum(formCodes),
  /** Products whose registration asks for this form, in the catalogue's order. */
  products: z.array(
    z.object({
      id,
      code: text(60),
      nameEn: text(200),
      nameZh: text(200),
      category: examCategory,
      access: productAccess,
    }),
  ),
});
export type FormUse = z.output<typeof formUse>;

/** Registration forms: which product asks for which, and the guide that candidates read. */
export const formsStaffCalls = defineStaffCalls({
  'forms.list': { permission: 'catalogue:read', reply: z.array(formUse) },
  'forms.guide': {
    permission: 'catalogue:read',
    params: z.object({ number: z.enum(formCodes), language: z.enum(['en', 'zh']) }),
    reply: null,
    file: 'application/pdf',
  },
});
