/** What the privacy officers answer for: the yearly report on minors' data, and whose data was seen in an incident. */
export { staffRoutes } from './routes.ts';
