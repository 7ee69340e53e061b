import { dateEn } from '../../format.ts';
import type { MessageWords } from '../../kinds.ts';

/** What is said between registration and exam day, in English. */
export const examWordsEn: Pick<MessageWords, 'arrangementDecided' | 'circular'> = {
  arrangementDecided: {
    mail: (it) => ({
      subject: `Your request for a special arrangement: ${it.productName}`,
      paragraphs: [
        it.isGranted
          ? 'We have granted a special arrangement for this exam. Please read the conditions on the page of the registration.'
          : 'We could not grant the special arrangement for this exam. The reason is on the page of the registration.',
      ],
      rows: [
        { label: 'Exam', value: `${it.productName}, ${it.subjectName}` },
        { label: 'Candidate', value: it.candidateName },
        { label: 'Date and place', value: `${dateEn(it.examDate)}, ${it.startTime} (China time), ${it.cityName}` },
      ],
      action: { label: 'See the registration', path: `/candidate/application/${it.applicationId}` },
    }),
    sms: {
      template: 'We have decided about the special arrangement for ${exam} on ${date}. Please see the registration.',
      params: (it) => ({ exam: it.productName, date: dateEn(it.examDate) }),
    },
  },
  circular: {
    mail: (it) => ({
      subject: it.title,
      paragraphs: it.text.split(/\n+/).filter((line) => line.trim() !== ''),
      rows: [
        { label: 'Exam', value: it.productName },
        { label: 'Date and place', value: `${dateEn(it.examDate)}, ${it.startTime} (China time), ${it.cityName}` },
      ],
      action: { label: 'See the registration', path: `/candidate/application/${it.applicationId}` },
    }),
    sms: {
      template:
        'There is a message about your exam ${exam} on ${date}. Please read it on the page of the registration.',
      params: (it) => ({ exam: it.productName, date: dateEn(it.examDate) }),
    },
  },
};
