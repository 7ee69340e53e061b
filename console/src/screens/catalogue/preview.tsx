import { consentText } from '@exam/contract/messages';
import { formatMoney, ownRefundRows, recipientOf } from '@exam/contract/rules';
import type { BodyContent, CataloguePage, SubjectContent } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { FilterChips, Tag } from '@exam/ui/parts';
import { useMessages } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { catalogueWords } from '../../messages/catalogue.ts';
import { catalogue as english } from '../../messages/en/catalogue.ts';
import { catalogue as chinese } from '../../messages/zh/catalogue.ts';
import { Loaded } from '../../page/index.ts';

type Shown = NonNullable<StaffReply<'catalogue.preview'>['en']>;
type Of = 'draft' | 'published';

/** What candidates see, or would see with the draft, in both languages side by side. */
export function Preview({ page }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const choices = (['draft', 'published'] as const).filter((of) => page[of] !== null);
  const [wished, setWished] = useState<Of>('draft');
  const of = choices.includes(wished) ? wished : (choices[0] ?? 'published');
  const version = page.draft?.version ?? 0;
  const query = useQuery({
    queryKey: ['object', 'cataloguePreview', page.id, of, version],
    queryFn: ({ signal }) =>
      staffApi(
        'catalogue.preview',
        { params: { kind: page.kind, id: page.id }, body: { of } },
        { signal, isQuiet: true },
      ),
  });
  const content = of === 'draft' ? page.draft?.content : page.published;
  if (page.kind === 'line') return <p>{words.previewLine}</p>;
  return (
    <>
      <FilterChips
        label={words.previewOf}
        name="preview-of"
        options={choices.map((value) => ({ value, label: words[value] }))}
        value={of}
        onChange={setWished}
      />
      <p className="my-3 text-ink-2">{page.kind === 'body' ? words.previewBody : words.previewNote}</p>
      <Loaded query={query}>
        {(preview) => (
          <div className="catalogue-pair">
            {content?.kind === 'body' && <Consents body={content} />}
            {preview.en !== null && <Card product={preview.en} language="en" content={content ?? null} />}
            {preview.zh !== null && <Card product={preview.zh} language="zh" content={content ?? null} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

const languages = {
  en: { tag: 'en-GB', words: english },
  zh: { tag: 'zh-CN', words: chinese },
} as const;

/** What an adult would tick, in both languages; the version is not told. */
function Consents({ body }: { body: BodyContent }) {
  const { previewIncomplete } = useMessages(catalogueWords);
  const recipients = { en: recipientOf(body, 'en', 0), zh: recipientOf(body, 'zh', 0) };
  if (recipients.en === null) return <p>{previewIncomplete}</p>;
  return (['en', 'zh'] as const).map((language) => (
    <section key={language} className="catalogue-preview whitespace-pre-line" lang={languages[language].tag}>
      {consentText(language, 'awardingBody', { recipient: recipients[language] })}
    </section>
  ));
}

type CardProps = { product: Shown; language: 'en' | 'zh' };

/** One language's page, all of it in that language. */
function Card({ product, language, content }: CardProps & { content: CataloguePage['published'] }) {
  const { tag, words } = languages[language];
  const isChinese = language === 'zh';
  const notice = isChinese ? product.specialNoticeCn : product.specialNoticeEn;
  return (
    <section className="catalogue-preview" lang={tag} aria-label={isChinese ? words.inChinese : words.inEnglish}>
      <p className="flex flex-wrap gap-1">
        <Tag>{words.fields.categories[product.category]}</Tag>
        <Tag>{words.fields.accesses[product.access]}</Tag>
      </p>
      <h2 className="text-lg font-bold">{product.productName}</h2>
      <p>{isChinese ? product.summaryCn : product.summaryEn}</p>
      {product.fromFen !== null && <p>{words.fromPrice(formatMoney(product.fromFen))}</p>}
      {notice !== null && (
        <div className="catalogue-notice">
          <p className="font-semibold">{words.special}</p>
          <p>{notice}</p>
        </div>
      )}
      <Subjects product={product} language={language} />
      {content?.kind === 'subject' && content.fees !== null && (
        <p className="font-semibold">
          {words.newPrice} {formatMoney(totalOf(content.fees))}
        </p>
      )}
      {content?.kind === 'product' && <Refunds product={product} language={language} />}
    </section>
  );
}

function totalOf({ localFee, boardFee, vat }: NonNullable<SubjectContent['fees']>): number {
  return localFee + boardFee + vat;
}

function Subjects({ product, language }: CardProps) {
  const { words } = languages[language];
  return (
    <div>
      <p className="font-semibold">{words.subjects}</p>
      {product.subjects.length === 0 ? (
        <p className="text-ink-2">{words.noSubjects}</p>
      ) : (
        <ul>
          {product.subjects.map(({ id, code, subjectName }) => (
            <li key={id}>
              {code} {subjectName}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Refunds({ product, language }: CardProps) {
  const { words } = languages[language];
  const { policy } = words.fields;
  const terms = product.refundTerms;
  const rows = ownRefundRows[product.category === 'Booking' ? 'Booking' : 'Public'];
  return (
    <div>
      <p className="font-semibold">{words.refunds}</p>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            {policy.line({
              row: policy.rows[row],
              percent: terms[row].percent,
              days: terms[row].workingDaysBefore,
              needsProof: terms[row].documentsRequired,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
