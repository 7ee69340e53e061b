/** The catalogue: lines, products, subjects, places and the calendar of working days. It only reads. */
export { routes } from './routes.ts';
export {
  productById,
  productForOffer,
  productsByIds,
  readWorkingCalendar,
  subjectsByIds,
  subjectsOfSet,
  type ProductRow,
  type SubjectRow,
} from './questions.ts';
export { loadKnownForms } from './load-forms.ts';
export { productPolicy, refundTermsAt } from './policy.ts';
export { loadKnownCalendar } from './load-calendar.ts';
export { catalogueNow, forgetCatalogue } from './read-catalogue.ts';
export { presentCity, presentProduct, presentSubject, presentVenue, venueNameIn } from './present.ts';
export {
  nameIn,
  textIn,
  type Catalogue,
  type City,
  type Office,
  type Product,
  type Subject,
  type Venue,
} from './catalogue.ts';
