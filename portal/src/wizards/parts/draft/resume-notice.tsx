import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, LinkButton, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { productByCode, useNames, type Product } from '../../../app/catalogue.ts';
import type { SavedDraft } from '../../../app/draft/saved-draft.ts';
import { registrationWords } from '../../../messages/registration.ts';

/** The server holds a registration begun elsewhere: of this exam it is taken up here, of another one it is a link. */
export function ResumeNotice(props: { offer: SavedDraft; product: Product; onTake: (offer: SavedDraft) => void }) {
  const { offer, product } = props;
  const words = useMessages(registrationWords).resume;
  const { language } = useLanguage();
  const { nameOf } = useNames();
  const isSame = offer.product === product.code;
  const other = useQuery({ ...productByCode(language, offer.product), enabled: !isSame });
  const name = isSame ? nameOf(product) : other.data ? nameOf(other.data) : '';
  return (
    <div className="mb-5 max-w-3xl">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{words.text(name)}</p>
          {isSame ? (
            <Button variant="secondary" small onClick={() => props.onTake(offer)}>
              {words.button}
            </Button>
          ) : (
            <LinkButton
              variant="secondary"
              small
              href={`/exam-registration?product=${encodeURIComponent(offer.product)}&resume=1`}
            >
              {words.button}
            </LinkButton>
          )}
        </div>
      </Notice>
    </div>
  );
}
