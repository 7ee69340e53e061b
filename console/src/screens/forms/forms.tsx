import { forms as declared } from '@exam/contract/forms';
import { formGuides } from '@exam/contract/messages';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Link, Table } from '@exam/ui/parts';
import { formsWords } from '../../messages/forms.ts';
import { Loaded, PageHead } from '../../page/index.ts';
import { useForms } from './form-data.ts';

/** The registration forms, and which product asks for which. */
export function Forms() {
  const words = useMessages(formsWords);
  const { language } = useLanguage();
  const query = useForms();
  const { names } = formGuides[language];
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <Loaded query={query}>
        {(forms) => (
          <Table
            caption={words.title}
            rows={forms}
            rowKey={(row) => row.number}
            columns={[
              {
                key: 'number',
                header: words.number,
                cell: (row) => <Link href={`/forms/${row.number}`}>{row.number}</Link>,
              },
              { key: 'name', header: words.name, cell: (row) => names[row.number] },
              { key: 'version', header: words.version, end: true, cell: (row) => declared[row.number].version },
              {
                key: 'fields',
                header: words.fields,
                end: true,
                cell: (row) => Object.keys(declared[row.number].fields).length,
              },
              {
                key: 'products',
                header: words.products,
                cell: (row) =>
                  row.products.map((each) => (language === 'zh' ? each.nameZh : each.nameEn)).join(' · ') || '–',
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
