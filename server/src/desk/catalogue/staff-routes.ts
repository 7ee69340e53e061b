import { catalogueStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { createDraft, discardDraft, saveDraft } from './drafts.ts';
import { showHistory, showObject } from './page.ts';
import { previewObject } from './preview.ts';
import { askToPublish, publishDraft, takeBackPlan } from './publish.ts';
import { readChoices, searchCatalogue } from './queries.ts';

const handlers: StaffHandlers<typeof catalogueStaffCalls> = {
  'catalogue.search': ({ body }) => reading((tx) => searchCatalogue(tx, body)),
  'catalogue.choices': () => reading(readChoices),
  'catalogue.get': ({ params, staff, language }) => reading((tx) => showObject(tx, { staff, language }, params)),
  'catalogue.preview': ({ params, body }) => previewObject(params, body.of),
  'catalogue.history': ({ params }) => reading((tx) => showHistory(tx, params)),
  'catalogue.create': ({ body, staff }) => inTransaction((tx) => createDraft(tx, staff, body.content)),
  'catalogue.save': ({ params, body, staff }) => inTransaction((tx) => saveDraft(tx, staff, { ...params, ...body })),
  'catalogue.discard': ({ params, body, staff }) =>
    inTransaction((tx) => discardDraft(tx, staff, { ...params, ...body })),
  'catalogue.ask': ({ params, body, staff }) => inTransaction((tx) => askToPublish(tx, staff, { ...params, ...body })),
  'catalogue.publish': ({ params, body, staff }) =>
    inTransaction((tx) => publishDraft(tx, staff, { ...params, ...body })),
  'catalogue.takeBack': ({ params, body, staff }) =>
    inTransaction((tx) => takeBackPlan(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: catalogueStaffCalls, handlers }];
