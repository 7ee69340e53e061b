import { ownRefundRows, termsOf } from '@exam/contract/rules';
import type { ProductContent } from '@exam/contract/staff';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import { Amount, WholeNumber } from './fields.tsx';
import type { FieldsProps } from './line-fields.tsx';

type Props = FieldsProps<ProductContent>;

/** What a product gives back: its own rows of the policy, or those of every product. */
export function PolicyField({ content, set, marks }: Props) {
  const { labels, policy: words } = useMessages(catalogueWords).fields;
  const { refundPolicy: policy } = content;
  const rows = ownRefundRows[content.category === 'Booking' ? 'Booking' : 'Public'];
  const error = marks.errorOf('refundPolicy');
  return (
    <Section title={labels.refundPolicy}>
      <p className="mb-2 text-ink-2">{words.hint}</p>
      <CheckboxField
        label={words.own}
        checked={policy !== null}
        disabled={marks.isReadOnly}
        onChange={(event) => set({ refundPolicy: event.target.checked ? termsOf() : null })}
      />
      {error !== undefined && <p className="field-error">{error}</p>}
      {policy !== null &&
        rows.map((row) => (
          <fieldset key={row} className="mt-3">
            <legend className="font-semibold">{words.rows[row]}</legend>
            <div className="catalogue-fields">
              <WholeNumber
                path={`content.refundPolicy.${row}.percent`}
                label={words.percent}
                value={policy[row].percent}
                marks={marks}
                onChange={(percent) =>
                  set({ refundPolicy: { ...policy, [row]: { ...policy[row], percent: percent ?? 0 } } })
                }
              />
              <WholeNumber
                path={`content.refundPolicy.${row}.workingDaysBefore`}
                label={words.days}
                value={policy[row].workingDaysBefore}
                marks={marks}
                onChange={(days) =>
                  set({ refundPolicy: { ...policy, [row]: { ...policy[row], workingDaysBefore: days ?? 0 } } })
                }
              />
            </div>
            <CheckboxField
              label={words.documents}
              checked={policy[row].documentsRequired}
              disabled={marks.isReadOnly}
              onChange={(event) =>
                set({ refundPolicy: { ...policy, [row]: { ...policy[row], documentsRequired: event.target.checked } } })
              }
            />
          </fieldset>
        ))}
      {content.category !== 'Booking' && (
        <CheckboxField
          label={labels.isBoardFeeRefundable}
          checked={content.isBoardFeeRefundable}
          disabled={marks.isReadOnly}
          onChange={(event) => set({ isBoardFeeRefundable: event.target.checked })}
        />
      )}
    </Section>
  );
}

type Tariff = NonNullable<ProductContent['tariff']>;

const blank: Tariff = {
  leadDays: 21,
  isSurchargeAllowed: false,
  isUniversity: false,
  baseFee: 0,
  boardFee: 0,
  surcharge: 0,
  localVatRate: 600,
  boardVatRate: 600,
};

const amounts = ['baseFee', 'boardFee', 'surcharge'] as const;
const rates = ['localVatRate', 'boardVatRate'] as const;
const flags = ['isSurchargeAllowed', 'isUniversity'] as const;

/** Dates and fees of a product that can be booked (3-domain 3.2). */
export function TariffField({ content, set, marks }: Props) {
  const { labels, tariff: words } = useMessages(catalogueWords).fields;
  const { tariff } = content;
  const change = (fresh: Partial<Tariff>) => set({ tariff: { ...(tariff ?? blank), ...fresh } });
  const error = marks.errorOf('tariff');
  return (
    <Section title={labels.tariff}>
      <CheckboxField
        label={words.own}
        checked={tariff !== null}
        disabled={marks.isReadOnly}
        error={error}
        onChange={(event) => set({ tariff: event.target.checked ? blank : null })}
      />
      {tariff !== null && (
        <>
          <div className="catalogue-fields">
            {amounts.map((name) => (
              <Amount
                key={name}
                path={`tariff.${name}`}
                label={words[name]}
                value={tariff[name]}
                marks={marks}
                onChange={(value) => change({ [name]: value ?? 0 })}
              />
            ))}
            {rates.map((name) => (
              <Amount
                key={name}
                path={`tariff.${name}`}
                label={words[name]}
                hint=""
                value={tariff[name]}
                marks={marks}
                onChange={(value) => change({ [name]: value ?? 0 })}
              />
            ))}
            <WholeNumber
              path="tariff.leadDays"
              label={words.leadDays}
              value={tariff.leadDays}
              marks={marks}
              onChange={(leadDays) => change({ leadDays: leadDays ?? 0 })}
            />
          </div>
          {flags.map((name) => (
            <CheckboxField
              key={name}
              label={words[name]}
              checked={tariff[name]}
              disabled={marks.isReadOnly}
              onChange={(event) => change({ [name]: event.target.checked })}
            />
          ))}
        </>
      )}
    </Section>
  );
}
