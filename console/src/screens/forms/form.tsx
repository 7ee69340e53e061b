import { forms as declared, isFormCode, type Form as Declared, type FormCode } from '@exam/contract/forms';
import { formGuides } from '@exam/contract/messages';
import type { FormUse } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Table } from '@exam/ui/parts';
import { download } from '../../app/download.ts';
import { NotFound } from '../../frame/other-pages.tsx';
import { formsWords } from '../../messages/forms.ts';
import { Loaded, PageColumns, PageHead, Section } from '../../page/index.ts';
import { useForms } from './form-data.ts';
import { TryForm } from './try-form.tsx';

/** One registration form: its products, its guide, and the form itself to try. */
export function FormPage() {
  const { number = '' } = useParams();
  const words = useMessages(formsWords);
  const { language } = useLanguage();
  const query = useForms();
  if (!isFormCode(number)) return <NotFound />;
  const form: Declared = declared[number];
  return (
    <>
      <PageHead
        title={`${number} · ${formGuides[language].names[number]}`}
        back={{ href: '/forms', label: words.title }}
        status={{ text: words.versionNumber(form.version) }}
        lead={words.earlier(form.earlier?.length ?? 0)}
      />
      <PageColumns
        aside={
          <>
            <Section title={words.products}>
              <Loaded query={query}>{(all) => <Products use={all.find((each) => each.number === number)} />}</Loaded>
            </Section>
            <Guide number={number} />
          </>
        }
      >
        <Section title={words.tryTitle}>
          <TryForm key={number} form={number} />
        </Section>
      </PageColumns>
    </>
  );
}

function Products({ use }: { use: FormUse | undefined }) {
  const words = useMessages(formsWords);
  const { language } = useLanguage();
  if (use === undefined || use.products.length === 0) return <p className="text-ink-2">{words.noProducts}</p>;
  return (
    <Table
      caption={words.products}
      rows={use.products}
      rowKey={(row) => row.id}
      columns={[
        { key: 'name', header: words.product, cell: (row) => (language === 'zh' ? row.nameZh : row.nameEn) },
        { key: 'category', header: words.category, cell: (row) => words.categories[row.category] },
        { key: 'access', header: words.access, cell: (row) => words.accesses[row.access] },
      ]}
    />
  );
}

function Guide({ number }: { number: FormCode }) {
  const words = useMessages(formsWords);
  return (
    <Section title={words.guide}>
      <p className="mb-3 text-ink-2">{words.guideText}</p>
      <div className="flex flex-wrap gap-2">
        {(['zh', 'en'] as const).map((language) => (
          <Button
            key={language}
            variant="secondary"
            small
            onClick={() =>
              void download('forms.guide', { params: { number, language } }, words.fileName({ number, language }))
            }
          >
            {words.guideIn[language]}
          </Button>
        ))}
      </div>
    </Section>
  );
}
