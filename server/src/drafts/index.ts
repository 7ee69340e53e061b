export { routes } from './routes.ts';
export { deleteDraftsOf } from './store.ts';
