import type { ProductContent } from '@exam/contract/staff';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import { useNameOf } from '../choices.ts';
import { WholeNumber, Words } from './fields.tsx';
import type { FieldsProps } from './line-fields.tsx';

type Offer = ProductContent['offices'][number];

/** Which offices offer a product, each with its finance code and, for booked exams, its bookings a day. */
export function OfficesField({ content, set, marks, choices }: FieldsProps<ProductContent>) {
  const { labels, offer: words } = useMessages(catalogueWords).fields;
  const nameOf = useNameOf();
  const offerOf = (officeId: string) => content.offices.find((offer) => offer.officeId === officeId);
  const change = (officeId: string, fresh: Offer | null) => {
    const others = content.offices.filter((offer) => offer.officeId !== officeId);
    set({ offices: fresh === null ? others : [...others, fresh] });
  };
  const error = marks.errorOf('offices');
  return (
    <Section title={labels.offices}>
      {error !== undefined && <p className="field-error">{error}</p>}
      {choices.offices.map((office) => {
        const offer = offerOf(office.id);
        return (
          <fieldset key={office.id} className="catalogue-office">
            <legend className="sr-only">{nameOf(office)}</legend>
            <CheckboxField
              label={nameOf(office)}
              checked={offer !== undefined}
              disabled={marks.isReadOnly}
              onChange={(event) =>
                change(office.id, event.target.checked ? { officeId: office.id, wbs: null, bookingPlaces: null } : null)
              }
            />
            {offer !== undefined && (
              <div className="catalogue-fields">
                <Words
                  path={`offices.${office.id}.wbs`}
                  label={words.wbs}
                  value={offer.wbs ?? ''}
                  max={60}
                  optional
                  marks={marks}
                  onChange={(wbs) => change(office.id, { ...offer, wbs: wbs === '' ? null : wbs })}
                />
                {content.category === 'Booking' && (
                  <WholeNumber
                    path={`offices.${office.id}.places`}
                    label={words.places}
                    hint={words.placesHint}
                    value={offer.bookingPlaces}
                    optional
                    marks={marks}
                    onChange={(bookingPlaces) => change(office.id, { ...offer, bookingPlaces })}
                  />
                )}
              </div>
            )}
          </fieldset>
        );
      })}
    </Section>
  );
}
