import { useFormats, useMessages } from '@exam/ui/i18n';
import { Deadline } from '@exam/ui/parts';
import { useNames, type Product } from '../../../app/catalogue.ts';
import { VenueText } from '../../../page/sitting.tsx';
import { registrationWords } from '../../../messages/registration.ts';
import { timesOf, type Session } from '../choose/chosen-session.ts';
import { optionName, optionOf } from '../subject-options.ts';

/** What was chosen, in full: exam, subject, date, time, city, deadline and every notice that belongs to it. */
export function ExamFacts(props: { product: Product; session: Session; subjectIds: readonly string[] }) {
  const { product, session, subjectIds } = props;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const { nameOf, noticeOf } = useNames();
  const option = optionOf(product, subjectIds[0]);
  const times = timesOf(session, subjectIds);
  const notes = [noticeOf(product), session.notice].filter((note): note is string => note !== null);
  const facts = [
    { term: words.examInfo.exam, detail: nameOf(product) },
    { term: words.examInfo.subject, detail: option ? optionName(option, nameOf) : '' },
    {
      term: words.examInfo.date,
      detail: <time dateTime={session.examDate}>{formats.longDate(session.examDate)}</time>,
    },
    {
      term: words.examInfo.time,
      detail: `${formats.times(times.startTime, times.endTime)} ${words.chinaTime}`,
    },
    { term: words.examInfo.city, detail: session.cityName },
    {
      term: words.examInfo.venue,
      detail: session.venue ? <VenueText venue={session.venue} /> : words.examInfo.venueLater,
    },
    { term: words.examInfo.registrationEnds, detail: <Deadline at={session.publishEndTime} /> },
  ];
  return (
    <>
      <dl className="expected">
        {facts.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="mt-3 border-l-2 border-line pl-3 text-ink-2">
          {note}
        </p>
      ))}
    </>
  );
}
