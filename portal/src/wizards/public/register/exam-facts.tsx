import type { ReactNode } from 'react';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Deadline } from '@exam/ui/parts';
import { useNames, type Product } from '../../../app/catalogue.ts';
import { VenueText } from '../../../page/sitting.tsx';
import { registrationWords } from '../../../messages/registration.ts';
import { timesOf, type Sitting } from '../choose/sittings.ts';
import { optionName, optionOf } from '../subject-options.ts';

/** What was chosen, in full: the exam, each subject with date, time, city and deadline, and every notice that belongs to it. */
export function ExamFacts({ product, sittings }: { product: Product; sittings: readonly Sitting[] }) {
  const words = useMessages(registrationWords).examInfo;
  const { nameOf, noticeOf } = useNames();
  const notices = [noticeOf(product), ...sittings.map(({ session }) => session.notice)];
  return (
    <>
      <dl className="expected">
        <Fact term={words.exam} detail={nameOf(product)} />
        {sittings.map((sitting) => (
          <SittingFacts key={sitting.subjectIds[0]} product={product} sitting={sitting} isOne={sittings.length === 1} />
        ))}
      </dl>
      {[...new Set(notices.filter((notice) => notice !== null))].map((notice) => (
        <p key={notice} className="mt-3 border-l-2 border-line pl-3 text-ink-2">
          {notice}
        </p>
      ))}
    </>
  );
}

function SittingFacts(props: { product: Product; sitting: Sitting; isOne: boolean }) {
  const { product, sitting, isOne } = props;
  const { session, subjectIds } = sitting;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const { nameOf } = useNames();
  const option = optionOf(product, subjectIds[0]);
  const times = timesOf(sitting);
  return (
    <>
      <Fact term={words.examInfo.subject} detail={option ? optionName(option, nameOf) : ''} isFirst={!isOne} />
      <Fact
        term={words.examInfo.date}
        detail={<time dateTime={session.examDate}>{formats.longDate(session.examDate)}</time>}
      />
      <Fact term={words.examInfo.time} detail={`${formats.times(times.startTime, times.endTime)} ${words.chinaTime}`} />
      <Fact term={words.examInfo.city} detail={session.cityName} />
      <Fact
        term={words.examInfo.venue}
        detail={session.venue ? <VenueText venue={session.venue} /> : words.examInfo.venueLater}
      />
      <Fact term={words.examInfo.registrationEnds} detail={<Deadline at={session.publishEndTime} />} />
    </>
  );
}

/** @param props.isFirst whether another sitting begins with it */
function Fact({ term, detail, isFirst = false }: { term: string; detail: ReactNode; isFirst?: boolean }) {
  return (
    <div className={isFirst ? 'col-span-2 border-t border-line pt-3' : undefined}>
      <dt>{term}</dt>
      <dd>{detail}</dd>
    </div>
  );
}
