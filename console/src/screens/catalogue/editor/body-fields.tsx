import type { BodyContent } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import { BothLanguages, Words } from './fields.tsx';
import { type FieldsProps, NameFields } from './line-fields.tsx';

const texts = [
  { name: 'contact', max: 300 },
  { name: 'purpose', max: 300 },
  { name: 'means', max: 300 },
  { name: 'dataKinds', max: 400 },
  { name: 'rights', max: 500 },
] as const;

/** The fields of an awarding body: its name, and what consents tell of it. */
export function BodyFields({ content, set, marks }: FieldsProps<BodyContent>) {
  const { kinds, fields } = useMessages(catalogueWords);
  const { labels } = fields;
  return (
    <>
      <Section title={kinds.body}>
        <Words
          path="code"
          label={labels.code}
          value={content.code}
          max={30}
          marks={marks}
          onChange={(code) => set({ code })}
        />
        <NameFields content={content} set={set} marks={marks} />
      </Section>
      <Section title={fields.recipient}>
        <p className="mb-3 max-w-3xl text-ink-2">{fields.recipientHint}</p>
        <BothLanguages
          name="legalName"
          labels={{ En: labels.legalNameEn, Zh: labels.legalNameZh }}
          values={{ En: content.legalNameEn, Zh: content.legalNameZh }}
          max={200}
          marks={marks}
          set={set}
        />
        <div className="catalogue-pair">
          <Words
            path="country"
            label={labels.country}
            value={content.country ?? ''}
            max={2}
            marks={marks}
            onChange={(country) => set({ country: country.toUpperCase() })}
          />
        </div>
        {texts.map(({ name, max }) => (
          <BothLanguages
            key={name}
            name={name}
            labels={{ En: labels[`${name}En`], Zh: labels[`${name}Zh`] }}
            values={{ En: content[`${name}En`], Zh: content[`${name}Zh`] }}
            max={max}
            isLong
            marks={marks}
            set={set}
          />
        ))}
      </Section>
    </>
  );
}
