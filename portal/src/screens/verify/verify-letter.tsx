import type { Reply } from '@exam/contract/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, DateText, DescriptionList, InstantText, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../app/api.ts';
import { applicationWords } from '../../messages/application.ts';
import { verifyWords } from '../../messages/verify.ts';
import { Loaded } from '../application/loaded.tsx';
import { SittingTime } from '../application/sitting.tsx';

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
        {(letter) => (letter.isValid ? <Valid letter={letter} /> : <Invalid />)}
      </Loaded>
      <p className="mt-4 text-sm break-all text-ink-2">{words.code(code)}</p>
    </div>
  );
}

function Invalid() {
  const words = useMessages(verifyWords);
  return (
    <Notice tone="error" title={words.invalid} live>
      <p>{words.invalidText}</p>
    </Notice>
  );
}

function Valid({ letter }: { letter: Verified }) {
  const words = useMessages(verifyWords);
  const { fields } = useMessages(applicationWords);
  return (
    <div className="grid gap-4">
      {letter.isNewestVersion ? (
        <Notice tone="success" title={words.valid} live>
          <p>{words.validText}</p>
        </Notice>
      ) : (
        <Notice tone="warning" title={words.outdated} live>
          <p>{words.outdatedText}</p>
        </Notice>
      )}
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
    </div>
  );
}
