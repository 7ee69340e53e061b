export { useArrival } from './arrival.ts';
export { BrowserRouter } from './browser-router.tsx';
export { newIdempotencyKey } from './idempotency-key.ts';
export { activeLanguage, languageOf, setActiveLanguage, storedLanguage, storeLanguage } from './language.ts';
export { LinkedNavigation } from './linked-navigation.tsx';
export { Navigate } from './navigate.tsx';
export { RouteParamsContext, useParams } from './route-params.ts';
export { presentScreen, screen, type Screen } from './screen.ts';
export { useSearchParams } from './search-params.ts';
