import { attachmentCalls } from '@exam/contract/calls';
import { isFormCode, type FormCode } from '@exam/contract/forms';
import type { Language } from '@exam/contract/messages';
import { formsStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply, Handlers, Routes } from '#platform/http';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { formGuide } from './guide.ts';
import { findFormNumber, findUses } from './store.ts';

const calls = { 'attachment.guidance': attachmentCalls['attachment.guidance'] };

const handlers: Handlers<typeof calls> = {
  'attachment.guidance': ({ query, language }) => answerGuide(query.templateId, language),
};

export const routes: Routes[] = [{ calls, handlers }];

const staffHandlers: StaffHandlers<typeof formsStaffCalls> = {
  'forms.list': () => reading(findUses),
  'forms.guide': ({ params }) => fileOf(params.number, params.language),
};

export const staffRoutes: StaffRoutes[] = [{ calls: formsStaffCalls, handlers: staffHandlers }];

/** The guide to a form by the id of a template of any version, in the reader's language. @throws Refusal NOT_FOUND */
async function answerGuide(templateId: string, language: Language): Promise<FileReply> {
  const number = await reading((tx) => findFormNumber(tx, templateId));
  if (number === null || !isFormCode(number)) return refuse('NOT_FOUND');
  return await fileOf(number, language);
}

async function fileOf(code: FormCode, language: Language): Promise<FileReply> {
  const content = await formGuide(code, language);
  return { content, fileName: `examport-guide-${code}-${language}.pdf`, isInline: true };
}
