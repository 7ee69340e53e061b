import { dateEn } from '../../format.ts';
import type { MessageWords, NamedExam } from '../../kinds.ts';

const rows = (it: NamedExam, before: string | null) => [
  { label: 'Exam', value: `${it.productName}, ${it.subjectName}` },
  { label: 'Candidate', value: it.candidateName },
  ...(before === null ? [] : [{ label: 'Until now', value: before }]),
  {
    label: before === null ? 'Date and city' : 'Now',
    value: `${dateEn(it.examDate)}, ${it.startTime} (China time), ${it.cityName}`,
  },
];
const see = (applicationId: string, label = 'See the registration') => ({
  label,
  path: `/candidate/application/${applicationId}`,
});

/** What is said when a session is moved, in English. */
export const moveWordsEn: Pick<MessageWords, 'sessionMoved' | 'sessionRetimed' | 'venueChanged'> = {
  sessionMoved: {
    mail: (it) => ({
      subject: `Your exam is on another day: ${it.productName}, ${it.subjectName}`,
      paragraphs: [
        'We had to move this exam to another day and are sorry for the trouble. Your seat is kept, and a new confirmation letter replaces the old one.',
        `If the new day does not suit you, you can have a full refund. Please choose on the page of the registration by the end of ${dateEn(it.lastDay)}, China time, and before the exam begins. If you choose nothing, you keep the new day.`,
      ],
      rows: rows(it, `${dateEn(it.previousDate)}, ${it.previousTime} (China time)`),
      action: see(it.applicationId, 'Keep the new day or have a refund'),
    }),
    sms: {
      template:
        'Your exam ${exam} moves from ${before} to ${now}. Keep it or have a full refund by ${until}: see My exams on Examport.',
      params: (it) => ({
        exam: it.productName,
        before: `${dateEn(it.previousDate)} ${it.previousTime}`,
        now: `${dateEn(it.examDate)} ${it.startTime}`,
        until: dateEn(it.lastDay),
      }),
    },
  },
  sessionRetimed: {
    mail: (it) => ({
      subject: `Your exam is at another time: ${it.productName}, ${it.subjectName}`,
      paragraphs: [
        'This exam is on the same day at another time. Your seat is kept, and a new confirmation letter replaces the old one.',
      ],
      rows: rows(it, `${dateEn(it.examDate)}, ${it.previousTime} (China time)`),
      action: see(it.applicationId),
    }),
    sms: {
      template: 'Your exam ${exam} on ${date} begins at ${now} instead of ${before}. Please see My exams on Examport.',
      params: (it) => ({
        exam: it.productName,
        date: dateEn(it.examDate),
        now: it.startTime,
        before: it.previousTime,
      }),
    },
  },
  venueChanged: {
    mail: (it) => ({
      subject: `Your exam is at another place: ${it.productName}, ${it.subjectName}`,
      paragraphs: [
        'This exam is held at another venue of the city, or in another room; the day and time stay the same. Please look at the registration, and use the new confirmation letter.',
      ],
      rows: rows(it, null),
      action: see(it.applicationId),
    }),
    sms: {
      template:
        'The place of your exam ${exam} on ${date} has changed. Please see the new place in My exams on Examport.',
      params: (it) => ({ exam: it.productName, date: dateEn(it.examDate) }),
    },
  },
};
