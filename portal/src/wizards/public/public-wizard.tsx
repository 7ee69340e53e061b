import { useMessages } from '@exam/ui/i18n';
import { createElement, useState } from 'react';
import type { Product } from '../../app/catalogue.ts';
import { registrationWords } from '../../messages/registration.ts';
import { beginningOf, type Kept } from '../parts/draft/store.ts';
import { WizardPage } from '../parts/wizard-page.tsx';
import { screens } from './screens.ts';
import { publicWizard } from './wizard.ts';

/** A Public registration: eight steps (seven for adults) on three pages. */
export function PublicWizard({ product, kept }: { product: Product; kept: Kept & { isResumed: boolean } }) {
  const words = useMessages(registrationWords);
  const [beginning] = useState(() => beginningOf(publicWizard, product.code, kept));
  return (
    <WizardPage
      wizard={publicWizard}
      product={product}
      beginning={beginning}
      texts={words}
      screen={(page, props) => createElement(screens[page], { key: page, ...props })}
    />
  );
}
