import { useParams } from '@exam/ui/app';
import type { Reply } from '@exam/contract/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, DateText, DescriptionList, InstantText, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { applicationWords } from '../../messages/application.ts';
import { verifyWords } from '../../messages/verify.ts';
import { Loaded } from '../../page/loaded.tsx';
import { SittingTime } from '../../page/sitting.tsx';

type Verified = Reply<'letter.verify'>;

/** Where a letter's QR code leads: valid or not, newest or replaced, with masked data only (T37). For everybody. */
export function VerifyLetter() {
  const { code = '' } = useParams();
  const { language } = useLanguage();
  const words = useMessages(verifyWords);
  const query = useQuery({
    queryKey: ['letter', language, code],
    queryFn: ({ signal }) => api('letter.verify', { params: { code } }, { signal }),
    staleTime: 0,
  });
  return (
    <div className="page-width max-w-form py-8">
      <h1 className="mb-4 text-3xl">{words.title}</h1>
      <Loaded query={query} shape={2} gone={null}>
        {(letter) => (
          <div className="grid gap-4">
            <Verdict letter={letter} />
            {letter.candidateName !== null && <Facts letter={letter} />}
          </div>
        )}
      </Loaded>
      <p className="mt-4 text-sm break-all text-ink-2">{words.code(code)}</p>
    </div>
  );
}

/** An older version is told apart from a registration that is no longer valid; an unknown code says nothing of anybody. */
function Verdict({ letter }: { letter: Verified }) {
  const words = useMessages(verifyWords);
  if (letter.isValid) {
    return (
      <Notice tone="success" title={words.valid} live>
        <p>{words.validText}</p>
      </Notice>
    );
  }
  const isReplaced = letter.candidateName !== null && !letter.isNewestVersion;
  return (
    <Notice tone={isReplaced ? 'warning' : 'error'} title={isReplaced ? words.outdated : words.invalid} live>
      <p>{isReplaced ? words.outdatedText : words.invalidText}</p>
    </Notice>
  );
}

function Facts({ letter }: { letter: Verified }) {
  const words = useMessages(verifyWords);
  const { fields } = useMessages(applicationWords);
  return (
    <Card>
      <DescriptionList
        items={[
          { term: fields.candidate, detail: letter.candidateName },
          { term: fields.document, detail: letter.idNo !== null && <span className="font-mono">{letter.idNo}</span> },
          { term: fields.exam, detail: letter.productName },
          { term: fields.subject, detail: letter.subjectName },
          { term: fields.date, detail: letter.examDate !== null && <DateText date={letter.examDate} /> },
          { term: words.time, detail: letter.startTime !== null && <SittingTime startTime={letter.startTime} /> },
          { term: fields.city, detail: letter.cityName },
          { term: words.issued, detail: letter.issuedAt !== null && <InstantText at={letter.issuedAt} /> },
        ].filter((item) => item.detail !== false)}
      />
      <p className="mt-2 text-sm text-ink-2">{words.masked}</p>
    </Card>
  );
}
