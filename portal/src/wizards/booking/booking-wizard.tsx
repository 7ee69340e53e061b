import { useMessages } from '@exam/ui/i18n';
import { createElement, useState } from 'react';
import { later } from '../../app/later.ts';
import { ruleWords } from '../../messages/rules.ts';
import { statementWords } from '../../messages/statements.ts';
import { uploadWords } from '../../messages/upload.ts';
import type { Product } from '../../app/catalogue.ts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { beginningOf, type Kept } from '../parts/draft/store.ts';
import { WizardPage } from '../parts/wizard-page.tsx';
import { Expectation } from './expectation.tsx';
import { bookingWizard, type BookingPage, type StepScreen } from './wizard.ts';

/** One screen for each page; a forgotten or misspelt one does not compile. Later ones are fetched when they are near. */
const screens = {
  needToKnow: Expectation,
  candidateInfo: later(() => import('./request.tsx').then((m) => m.Request), ruleWords, uploadWords, statementWords),
  completed: later(() => import('./completed.tsx').then((m) => m.Completed)),
} satisfies Record<BookingPage, StepScreen>;

/** The request of a booking: seven steps (six for an adult) on three pages. */
export function BookingWizard({ product, kept }: { product: Product; kept: Kept & { isResumed: boolean } }) {
  const words = useMessages(bookingWizardWords);
  const [beginning] = useState(() => beginningOf(bookingWizard, product.code, kept));
  return (
    <WizardPage
      wizard={bookingWizard}
      product={product}
      beginning={beginning}
      texts={words}
      screen={(page, props) => createElement(screens[page], { key: page, ...props })}
    />
  );
}
