import type { LineContent } from '@exam/contract/staff';
import { CheckboxField, SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import type { Choices } from '../choices.ts';
import { BothLanguages, type Marks, WholeNumber, Words } from './fields.tsx';

export type FieldsProps<Content> = {
  content: Content;
  set: (change: Partial<Content>) => void;
  marks: Marks;
  choices: Choices;
};

/** The fields of a product line. */
export function LineFields({ content, set, marks, choices }: FieldsProps<LineContent>) {
  const { kinds, fields } = useMessages(catalogueWords);
  const { labels } = fields;
  const categoryName = new Map(Object.entries(fields.lineCategories));
  return (
    <Section title={kinds.line}>
      <Words
        path="code"
        label={labels.code}
        value={content.code}
        max={30}
        marks={marks}
        onChange={(code) => set({ code })}
      />
      <NameFields content={content} set={set} marks={marks} />
      <BothLanguages
        name="detailUrl"
        labels={{ En: labels.detailUrlEn, Zh: labels.detailUrlZh }}
        values={{ En: content.detailUrlEn, Zh: content.detailUrlZh }}
        max={290}
        isOptional
        marks={marks}
        set={set}
      />
      <div className="catalogue-pair">
        <SelectField
          label={labels.lineCategory}
          value={content.lineCategory}
          placeholder={null}
          disabled={marks.isReadOnly}
          options={choices.lineCategories.map((value) => ({ value, label: categoryName.get(value) ?? value }))}
          onChange={(event) => set({ lineCategory: event.target.value })}
        />
        <WholeNumber
          path="sort"
          label={labels.sort}
          value={content.sort}
          marks={marks}
          onChange={(sort) => set({ sort: sort ?? 0 })}
        />
      </div>
      <CheckboxField
        label={labels.isDisplayOnHome}
        checked={content.isDisplayOnHome}
        disabled={marks.isReadOnly}
        onChange={(event) => set({ isDisplayOnHome: event.target.checked })}
      />
      <CheckboxField
        label={labels.isArchived}
        error={marks.errorOf('isArchived')}
        checked={content.isArchived}
        disabled={marks.isReadOnly}
        onChange={(event) => set({ isArchived: event.target.checked })}
      />
    </Section>
  );
}

type Named = { nameEn: string; nameZh: string };

/** The name in both languages. */
export function NameFields({
  content,
  set,
  marks,
}: {
  content: Named;
  set: (change: Partial<Named>) => void;
  marks: Marks;
}) {
  const { labels } = useMessages(catalogueWords).fields;
  return (
    <BothLanguages
      name="name"
      labels={{ En: labels.nameEn, Zh: labels.nameZh }}
      values={{ En: content.nameEn, Zh: content.nameZh }}
      max={200}
      marks={marks}
      set={set}
    />
  );
}
