import type { SubjectContent } from '@exam/contract/staff';
import { CheckboxField, SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { DayField } from '../../../fields/index.ts';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import { useOptions } from '../choices.ts';
import { FeesField } from './fees-field.tsx';
import { WholeNumber, Words } from './fields.tsx';
import { type FieldsProps, NameFields } from './line-fields.tsx';

type Props = FieldsProps<SubjectContent>;

const types = ['ACCA', 'FIA'] as const;
const statuses = ['Active', 'Inactive'] as const;

/** The fields of a subject. */
export function SubjectFields(props: Props) {
  const { content, set, marks, choices } = props;
  const { kinds, fields } = useMessages(catalogueWords);
  const { labels } = fields;
  const options = useOptions();
  const isFixed = marks.isFixed('productId');
  return (
    <>
      <Section title={kinds.subject}>
        <div className="catalogue-pair">
          <Words
            path="code"
            label={labels.code}
            value={content.code}
            max={20}
            marks={marks}
            onChange={(code) => set({ code })}
          />
          <SelectField
            label={labels.productId}
            hint={isFixed ? fields.fixed : undefined}
            value={content.productId}
            placeholder={null}
            disabled={isFixed || marks.isReadOnly}
            error={marks.errorOf('productId')}
            options={options(choices.products)}
            onChange={(event) => set({ productId: event.target.value })}
          />
        </div>
        <NameFields content={content} set={set} marks={marks} />
        <Details {...props} />
        <fieldset className="mt-2">
          <legend className="font-semibold">{labels.candidateTypes}</legend>
          <div className="plan-choices">
            {types.map((type) => (
              <CheckboxField
                key={type}
                label={type}
                checked={content.candidateTypes.includes(type)}
                disabled={marks.isReadOnly}
                onChange={(event) =>
                  set({
                    candidateTypes: types.filter((each) =>
                      each === type ? event.target.checked : content.candidateTypes.includes(each),
                    ),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      </Section>
      <FeesField {...props} />
    </>
  );
}

function Details({ content, set, marks }: Props) {
  const { labels, statuses: statusNames } = useMessages(catalogueWords).fields;
  return (
    <div className="catalogue-fields">
      <SelectField
        label={labels.status}
        value={content.status}
        placeholder={null}
        disabled={marks.isReadOnly}
        error={marks.errorOf('status')}
        options={statuses.map((value) => ({ value, label: statusNames[value] }))}
        onChange={(event) => set({ status: event.target.value === 'Inactive' ? 'Inactive' : 'Active' })}
      />
      {(['validFrom', 'validTo'] as const).map((name) => (
        <DayField
          key={name}
          label={labels[name]}
          optional
          readOnly={marks.isReadOnly}
          value={content[name] ?? ''}
          error={marks.errorOf(name)}
          onChange={(value) => set({ [name]: value || null })}
        />
      ))}
      <FurtherDetails content={content} set={set} marks={marks} />
    </div>
  );
}

function FurtherDetails({ content, set, marks }: Omit<Props, 'choices'>) {
  const { labels } = useMessages(catalogueWords).fields;
  return (
    <>
      <WholeNumber
        path="durationMinutes"
        label={labels.durationMinutes}
        value={content.durationMinutes}
        optional
        marks={marks}
        onChange={(durationMinutes) => set({ durationMinutes })}
      />
      <Words
        path="syllabus"
        label={labels.syllabus}
        value={content.syllabus ?? ''}
        max={60}
        optional
        marks={marks}
        onChange={(syllabus) => set({ syllabus: syllabus === '' ? null : syllabus })}
      />
      <Words
        path="setCode"
        label={labels.setCode}
        value={content.setCode ?? ''}
        max={20}
        optional
        marks={marks}
        onChange={(setCode) => set({ setCode: setCode === '' ? null : setCode })}
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
