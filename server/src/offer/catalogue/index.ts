/** The catalogue: lines, products, subjects and places. It only reads. */
export { routes } from './routes.ts';
export {
  productById,
  productForOffer,
  productsByIds,
  subjectsByIds,
  subjectsOfSet,
  type ProductRow,
  type SubjectRow,
} from './questions.ts';
export { bodyOfProduct, factsOf, recipientFor, recipientIn } from './recipient.ts';
export { loadKnownForms } from './load-forms.ts';
export { productPolicy, refundTermsAt, transferHoursOf } from './policy.ts';
export { catalogueNow, forgetCatalogue } from './read-catalogue.ts';
export { placeOf, presentCity, presentProduct, presentSubject, presentVenue } from './present.ts';
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
