import { useParams, useSearchParams } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Notice, Tabs } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { examDayWords } from '../../messages/exam-day.ts';
import { FileDialog, Loaded, objectKey, PageHead } from '../../page/index.ts';
import { Codes } from './codes.tsx';
import './exam-day.css';
import { Letters } from './letters.tsx';
import { Messages } from './messages.tsx';
import { Roll } from './roll.tsx';
import type { Day } from './types.ts';

const tabs = ['attendance', 'door', 'leave', 'arrangements', 'letters', 'codes', 'messages'] as const;
type Tab = (typeof tabs)[number];

/** One session on its day: its lists, and what is sent to everybody in it. */
export function ExamDay() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('examDay', id),
    queryFn: ({ signal }) => staffApi('examDay.get', { params: { id } }, { signal, isQuiet: true }),
    // Colleagues mark at the same door.
    refetchInterval: 30_000,
  });
  return <Loaded query={query}>{(day) => <Page day={day} />}</Loaded>;
}

function Page({ day }: { day: Day }) {
  const words = useMessages(examDayWords);
  const may = useMay();
  const { language } = useLanguage();
  const [search, setSearch] = useSearchParams();
  const { session } = day;
  const date = useFormats().longDate(session.examDate);
  const [product, city, venue] =
    language === 'zh'
      ? [session.productNameZh, session.cityNameZh, session.venueNameZh]
      : [session.productNameEn, session.cityNameEn, session.venueNameEn];
  const shown = tabs.filter(
    (tab) =>
      (tab !== 'letters' || may('applications:write')) &&
      (tab !== 'codes' || may('groups:read')) &&
      (tab !== 'messages' || may('messages:read')),
  );
  const selected = shown.find((tab) => tab === search.get('list')) ?? 'attendance';
  return (
    <>
      <PageHead
        title={product}
        back={{ href: '/exam-day', label: words.back }}
        lead={[`${date} ${session.startTime}–${session.endTime}`, city, venue].filter(Boolean).join(' · ')}
        actions={session.registered > 0 && may('examDay:export') ? <Papers session={session} /> : undefined}
      />
      <p className="mb-4">{words.counts(session.registered, session.present + session.late, session.absent)}</p>
      <Tabs
        label={words.lists}
        tabs={shown.map((id) => ({ id, label: words.tabs[id] }))}
        selected={selected}
        onSelect={(tab: Tab) => setSearch(tab === 'attendance' ? {} : { list: tab })}
      >
        {session.status === 'Withdrawn' && <Notice tone="warning">{words.withdrawn}</Notice>}
        <Selected tab={selected} day={day} />
      </Tabs>
    </>
  );
}

/** Everything to print for the day, in one file. */
function Papers({ session: { sessionId: id, examDate } }: { session: Day['session'] }) {
  const words = useMessages(examDayWords).papersOfDay;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {words.name}
      </Button>
      {isOpen && (
        <FileDialog
          title={words.name}
          text={words.text}
          purpose={words.purpose}
          onClose={() => setOpen(false)}
          start={(reason) => download('examDay.papers', { params: { id }, body: { reason } }, `papers-${examDate}.pdf`)}
        />
      )}
    </>
  );
}

function Selected({ tab, day }: { tab: Tab; day: Day }) {
  const id = day.session.sessionId;
  if (tab === 'letters') return <Letters sessionId={id} />;
  if (tab === 'codes') return <Codes sessionId={id} />;
  if (tab === 'messages') return <Messages sessionId={id} />;
  return <Roll day={day} sheet={tab} />;
}
