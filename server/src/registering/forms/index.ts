/** Registration forms: their guides, and which product asks for which. Their answers belong to what they were given for. */
export { routes, staffRoutes } from './routes.ts';
