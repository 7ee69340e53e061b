import { formCodes } from '@exam/contract/forms';
import type { ProductContent } from '@exam/contract/staff';
import { CheckboxField, SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import { useOptions } from '../choices.ts';
import { BothLanguages, WholeNumber, Words } from './fields.tsx';
import { type FieldsProps, NameFields } from './line-fields.tsx';
import { OfficesField } from './offices-field.tsx';
import { PolicyField, TariffField } from './terms-fields.tsx';

type Props = FieldsProps<ProductContent>;

/** The fields of a product. */
export function ProductFields(props: Props) {
  return (
    <>
      <Texts {...props} />
      <Registration {...props} />
      <OfficesField {...props} />
      <PolicyField {...props} />
      {props.content.category === 'Booking' && <TariffField {...props} />}
    </>
  );
}

function Texts({ content, set, marks, choices }: Props) {
  const { kinds, fields } = useMessages(catalogueWords);
  const { labels } = fields;
  const options = useOptions();
  return (
    <Section title={kinds.product}>
      <div className="catalogue-pair">
        <Words
          path="code"
          label={labels.code}
          value={content.code}
          max={30}
          marks={marks}
          onChange={(code) => set({ code })}
        />
        <SelectField
          label={labels.lineId}
          value={content.lineId}
          placeholder={null}
          disabled={marks.isReadOnly}
          error={marks.errorOf('lineId')}
          options={options(choices.lines)}
          onChange={(event) => set({ lineId: event.target.value })}
        />
      </div>
      <NameFields content={content} set={set} marks={marks} />
      <BothLanguages
        name="summary"
        labels={{ En: labels.summaryEn, Zh: labels.summaryZh }}
        values={{ En: content.summaryEn, Zh: content.summaryZh }}
        max={500}
        isLong
        marks={marks}
        set={set}
      />
      <BothLanguages
        name="specialNotice"
        labels={{ En: labels.specialNoticeEn, Zh: labels.specialNoticeZh }}
        values={{ En: content.specialNoticeEn, Zh: content.specialNoticeZh }}
        max={2000}
        isLong
        isOptional
        marks={marks}
        set={set}
      />
    </Section>
  );
}

const accesses = ['open', 'opensSoon', 'external', 'archived'] as const;
const categories = ['Public', 'Booking', 'PostTest'] as const;

function Registration(props: Props) {
  const { content, set, marks } = props;
  const { labels, accesses: accessNames, categories: categoryNames, fixed } = useMessages(catalogueWords).fields;
  return (
    <Section title={labels.access}>
      <div className="catalogue-fields">
        <SelectField
          label={labels.access}
          value={content.access}
          placeholder={null}
          disabled={marks.isReadOnly}
          error={marks.errorOf('access')}
          options={accesses.map((value) => ({ value, label: accessNames[value] }))}
          onChange={(event) => set({ access: accesses.find((each) => each === event.target.value) ?? 'opensSoon' })}
        />
        <SelectField
          label={labels.category}
          hint={marks.isFixed('category') ? fixed : undefined}
          value={content.category}
          placeholder={null}
          disabled={marks.isReadOnly || marks.isFixed('category')}
          error={marks.errorOf('category')}
          options={categories.map((value) => ({ value, label: categoryNames[value] }))}
          onChange={(event) => set({ category: categories.find((each) => each === event.target.value) ?? 'Public' })}
        />
        <NamedChoices {...props} />
        <Numbers {...props} />
      </div>
      {content.access === 'external' && (
        <Words
          path="externalUrl"
          label={labels.externalUrl}
          value={content.externalUrl ?? ''}
          max={290}
          marks={marks}
          onChange={(url) => set({ externalUrl: url === '' ? null : url })}
        />
      )}
      <CheckboxField
        label={labels.isRepeatBySubject}
        checked={content.isRepeatBySubject}
        disabled={marks.isReadOnly}
        onChange={(event) => set({ isRepeatBySubject: event.target.checked })}
      />
    </Section>
  );
}

function NamedChoices({ content, set, marks, choices }: Props) {
  const { labels, forms, none } = useMessages(catalogueWords).fields;
  const options = useOptions();
  const known = formCodes.filter((code) => choices.forms.includes(code));
  return (
    <>
      <SelectField
        label={labels.awardingBodyId}
        value={content.awardingBodyId ?? ''}
        placeholder={none}
        optional
        disabled={marks.isReadOnly}
        error={marks.errorOf('awardingBodyId')}
        options={options(choices.bodies)}
        onChange={(event) => set({ awardingBodyId: event.target.value || null })}
      />
      <SelectField
        label={labels.formNumber}
        value={content.formNumber ?? ''}
        placeholder={none}
        optional
        disabled={marks.isReadOnly}
        error={marks.errorOf('formNumber')}
        options={known.map((value) => ({ value, label: forms[value] }))}
        onChange={(event) => set({ formNumber: known.find((each) => each === event.target.value) ?? null })}
      />
    </>
  );
}

function Numbers({ content, set, marks }: Props) {
  const { labels } = useMessages(catalogueWords).fields;
  return (
    <>
      <WholeNumber
        path="minimumCandidates"
        label={labels.minimumCandidates}
        value={content.minimumCandidates}
        marks={marks}
        onChange={(minimum) => set({ minimumCandidates: minimum ?? 1 })}
      />
      <WholeNumber
        path="letterLeadDays"
        label={labels.letterLeadDays}
        value={content.letterLeadDays}
        marks={marks}
        onChange={(days) => set({ letterLeadDays: days ?? 0 })}
      />
      <WholeNumber
        path="transferHours"
        label={labels.transferHours}
        value={content.transferHours}
        optional
        marks={marks}
        onChange={(transferHours) => set({ transferHours })}
      />
      <WholeNumber
        path="sort"
        label={labels.sort}
        value={content.sort}
        marks={marks}
        onChange={(sort) => set({ sort: sort ?? 0 })}
      />
    </>
  );
}
