import { candidateCalls, lookupCalls, productCalls, siteCalls, subjectCalls } from '@exam/contract/calls';
import type { Handlers, Routes } from '#platform/http';
import { sharedAnswer } from '#platform/http/shared-answers';
import { readContacts } from './contacts.ts';
import {
  listCandidateTypes,
  listCities,
  listCitiesOfOffice,
  listCitiesOfSubject,
  listLines,
  listOffices,
  listProducts,
  listSubjects,
  productByCode,
} from './queries.ts';

// The dates of booked exams belong to bookings.
const { 'product.bookingServiceDates': _dates, ...served } = productCalls;

const products: Handlers<typeof served> = {
  'product.byCode': ({ params, language }) => productByCode(params.code, language),
  'product.lines': ({ language }) =>
    sharedAnswer(`product.lines ${language}`, served['product.lines'].reply, () => listLines(language)),
  'product.all': ({ language }) =>
    sharedAnswer(`product.all ${language}`, served['product.all'].reply, () => listProducts(language)),
};

const subjects: Handlers<Pick<typeof subjectCalls, 'subject.all'>> = {
  'subject.all': ({ body, language }) => listSubjects(body.productId, body.candidateType ?? null, language),
};

const types: Handlers<Pick<typeof candidateCalls, 'candidate.types'>> = {
  'candidate.types': ({ query }) => listCandidateTypes(query.productId ?? null, query.candidateType ?? null),
};

const lookups: Handlers<typeof lookupCalls> = {
  'lookup.cities': ({ query, language }) => listCities(query.productId ?? null, language),
  'lookup.citiesOfSubject': ({ params, language }) => listCitiesOfSubject(params.subjectId, language),
  'lookup.citiesOfOffice': ({ params, language }) => listCitiesOfOffice(params.officeid, language),
  'lookup.offices': ({ language }) => listOffices(language),
};

const site: Handlers<typeof siteCalls> = {
  'site.contacts': ({ language }) =>
    sharedAnswer(`site.contacts ${language}`, siteCalls['site.contacts'].reply, () => readContacts(language)),
};

/** The calls of this domain. */
export const routes: Routes[] = [
  { calls: served, handlers: products },
  { calls: { 'subject.all': subjectCalls['subject.all'] }, handlers: subjects },
  { calls: { 'candidate.types': candidateCalls['candidate.types'] }, handlers: types },
  { calls: lookupCalls, handlers: lookups },
  { calls: siteCalls, handlers: site },
];
