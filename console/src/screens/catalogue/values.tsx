import { countryName, formatMoney, ownRefundRows } from '@exam/contract/rules';
import type {
  BodyContent,
  CatalogueContentInput,
  LineContent,
  ProductContent,
  SubjectContent,
} from '@exam/contract/staff';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { catalogueWords } from '../../messages/catalogue.ts';
import type { CatalogueMessages } from '../../messages/en/catalogue.ts';
import { type Choices, useCatalogueChoices, useNameOf } from './choices.ts';

type AnyContent = Omit<LineContent, 'kind'> &
  Omit<ProductContent, 'kind'> &
  Omit<SubjectContent, 'kind'> &
  Omit<BodyContent, 'kind'>;
type Field = keyof AnyContent;
type Reading = {
  words: CatalogueMessages['fields'];
  choices: Choices;
  nameOf: (named: { nameEn: string; nameZh: string }) => string;
  date: (date: string) => string;
  language: 'en' | 'zh';
};

type Show<F extends Field> = (value: AnyContent[F], reading: Reading) => readonly string[];
type Shows = { readonly [F in Field]?: Show<F> };

const named =
  (list: 'lines' | 'products' | 'bodies') =>
  (id: string | null, { choices, nameOf }: Reading): readonly string[] => {
    const found = choices[list].find((each) => each.id === id);
    return found === undefined ? [] : [nameOf(found)];
  };

const dated = (value: string | null, { date }: Reading) => (value === null ? [] : [date(value)]);

const shows: Shows = {
  lineId: named('lines'),
  productId: named('products'),
  awardingBodyId: named('bodies'),
  country: (code, { language }) => (code === null ? [] : [countryName(code, language) ?? code]),
  category: (value, { words }) => [words.categories[value]],
  access: (value, { words }) => [words.accesses[value]],
  status: (value, { words }) => [words.statuses[value]],
  formNumber: (value, { words }) => (value === null ? [] : [words.forms[value]]),
  lineCategory: (value, { words }) => [new Map(Object.entries(words.lineCategories)).get(value) ?? value],
  validFrom: dated,
  validTo: dated,
  offices: (offices, { words, choices, nameOf }) =>
    offices.map(({ officeId, wbs, bookingPlaces }) => {
      const office = choices.offices.find(({ id }) => id === officeId);
      const extra = [
        wbs === null ? '' : `${words.offer.wbs} ${wbs}`,
        bookingPlaces === null ? '' : `${words.offer.places} ${bookingPlaces}`,
      ].filter((text) => text !== '');
      return [office === undefined ? '' : nameOf(office), ...extra].join(' · ');
    }),
  refundPolicy: (policy, { words }) =>
    policy === null
      ? [words.policy.everyProduct]
      : Object.values(ownRefundRows)
          .flat()
          .map((row) =>
            words.policy.line({
              row: words.policy.rows[row],
              percent: policy[row].percent,
              days: policy[row].workingDaysBefore,
              needsProof: policy[row].documentsRequired,
            }),
          ),
  tariff: (tariff, { words }) =>
    tariff === null
      ? []
      : [
          ...(['baseFee', 'boardFee', 'surcharge'] as const).map(
            (name) => `${words.tariff[name]} ${formatMoney(tariff[name])}`,
          ),
          ...(['localVatRate', 'boardVatRate'] as const).map((name) => `${words.tariff[name]} ${tariff[name] / 100}`),
          `${words.tariff.leadDays} ${tariff.leadDays}`,
          ...(['isSurchargeAllowed', 'isUniversity'] as const).flatMap((name) =>
            tariff[name] ? words.tariff[name] : [],
          ),
        ],
  fees: (fees, { words }) => (fees === null ? [] : feeLines(fees, words)),
};

function feeLines(fees: NonNullable<SubjectContent['fees']>, { fees: words }: Reading['words']): string[] {
  const total = fees.localFee + fees.boardFee + fees.vat;
  return [
    `${words.total} ${formatMoney(total)}`,
    ...(['localFee', 'boardFee', 'vat'] as const).map((name) => `${words[name]} ${formatMoney(fees[name])}`),
    ...fees.tierFees.map(({ from, to, localFee }) => words.tier({ from, to, fee: formatMoney(localFee) })),
    ...fees.lateStages.map(({ stage, untilDaysBefore, fee }) =>
      words.stageLine({ stage: words.stages[stage], days: untilDaysBefore, fee: formatMoney(fee) }),
    ),
  ];
}

/** The value of a field in the reader's words, a line for each part; nothing where there is none. */
export function useValueOf(): (content: CatalogueContentInput, field: string) => readonly string[] {
  const words = useMessages(catalogueWords).fields;
  const choices = useCatalogueChoices();
  const nameOf = useNameOf();
  const { date } = useFormats();
  const { language } = useLanguage();
  return (content, field) => {
    const value: unknown = Reflect.get(content, field);
    const show: unknown = Reflect.get(shows, field);
    if (isShow(show)) return show(value, { words, choices, nameOf, date, language });
    return plain(value, words);
  };
}

type AnyShow = (value: unknown, reading: Reading) => readonly string[];

function isShow(show: unknown): show is AnyShow {
  return typeof show === 'function';
}

function plain(value: unknown, words: Reading['words']): readonly string[] {
  if (typeof value === 'boolean') return [value ? words.yes : words.no];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.map(String) : [];
}

/** What a field is called. */
export function useLabelOf(): (field: string) => string {
  const labels = new Map<string, string>(Object.entries(useMessages(catalogueWords).fields.labels));
  return (field) => labels.get(field.split('.')[0] ?? field) ?? field;
}
