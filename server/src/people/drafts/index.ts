export { retention } from './retention.ts';
export { routes } from './routes.ts';
export { deleteDraftsOf, forgetDraftsNaming, writeDraft } from './store.ts';
