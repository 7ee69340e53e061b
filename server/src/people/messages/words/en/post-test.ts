import { formatMoney } from '@exam/contract/rules';
import { dateEn, plainYuan } from '../../format.ts';
import type { MessageWords, NamedService } from '../../kinds.ts';

type PostTestKinds = Pick<
  MessageWords,
  | 'postTestLapsed'
  | 'postTestCancellationRequested'
  | 'postTestCancelled'
  | 'postTestCancellationRejected'
  | 'postTestSent'
  | 'postTestRefused'
  | 'postTestComplete'
  | 'postTestCorrected'
  | 'postTestFiles'
>;

const rows = (it: NamedService) => [
  { label: 'Service', value: `${it.productName}, ${it.serviceName}` },
  { label: 'Candidate', value: it.candidateName },
  { label: 'Request number', value: it.requestCode },
];
const page = (it: NamedService) => ({ label: 'See the request', path: `/candidate/posttestservice/${it.requestId}` });
const short = (it: NamedService) => ({ service: it.serviceName, code: it.requestCode });

/** What is said about post-test services, in English. */
export const postTestWordsEn: PostTestKinds = {
  postTestLapsed: {
    mail: (it) => ({
      subject: `Not submitted in time: ${it.serviceName}`,
      paragraphs: [
        'Your draft was not submitted before the service closed for this exam series, so it can no longer be submitted. Nothing was charged.',
      ],
      rows: rows(it),
      action: { label: 'See the services', path: '/candidate/posttestservice' },
    }),
    sms: {
      template: 'Your draft for ${service} (${code}) was not submitted before the service closed. Nothing was charged.',
      params: short,
    },
  },
  postTestCancellationRequested: {
    mail: (it) => ({
      subject: `We received your cancellation request: ${it.serviceName}`,
      paragraphs: [
        `We received your request to cancel this service. It will not be sent to the awarding body before we decide. If it is approved, ${formatMoney(it.amount)} will be refunded.`,
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template:
        'We received your request to cancel ${service} (${code}). Nothing is sent to the awarding body meanwhile.',
      params: short,
    },
  },
  postTestCancelled: {
    mail: (it) => ({
      subject: `Cancelled: ${it.serviceName}`,
      paragraphs: [
        it.amount > 0
          ? `This service is cancelled. ${formatMoney(it.amount)} will be refunded the way you paid within 4 to 6 weeks.`
          : 'This service is cancelled. There was nothing to refund.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '${service} (${code}) is cancelled. Refund: CNY ${amount}.',
      params: (it) => ({ ...short(it), amount: plainYuan(it.amount) }),
    },
  },
  postTestCancellationRejected: {
    mail: (it) => ({
      subject: `Cancellation not approved: ${it.serviceName}`,
      paragraphs: [
        'Your request to cancel this service was not approved, so it goes on. The reason is on the request’s page.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'Your request to cancel ${service} (${code}) was not approved; it goes on. Please see its page.',
      params: short,
    },
  },
  postTestSent: {
    mail: (it) => ({
      subject: `Sent to the awarding body: ${it.serviceName}`,
      paragraphs: [
        'Your request has been sent to the awarding body. It can no longer be cancelled.',
        ...(it.expectedBy === null ? [] : [`The outcome usually comes by ${dateEn(it.expectedBy)}.`]),
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '${service} (${code}) has been sent to the awarding body. We will tell you when there is an outcome.',
      params: short,
    },
  },
  postTestRefused: {
    mail: (it) => ({
      subject: `Not carried out: ${it.serviceName}`,
      paragraphs: [
        'We are sorry: this request could not be carried out. The reason is on its page.',
        it.amount > 0
          ? `${formatMoney(it.amount)} will be refunded the way you paid; you do not need to do anything.`
          : 'There is nothing to refund.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '${service} (${code}) could not be carried out. Refund: CNY ${amount}. Please see its page.',
      params: (it) => ({ ...short(it), amount: plainYuan(it.amount) }),
    },
  },
  postTestComplete: {
    mail: (it) => ({
      subject: `The outcome is ready: ${it.serviceName}`,
      paragraphs: [
        'The awarding body has completed your request. Please sign in to read the outcome.',
        ...(it.amount > 0
          ? [
              `The grade has changed, so the awarding-body fee of ${formatMoney(it.amount)} will be refunded the way you paid.`,
            ]
          : []),
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'The outcome of ${service} (${code}) is ready. Please sign in to read it.',
      params: short,
    },
  },
  postTestCorrected: {
    mail: (it) => ({
      subject: `The outcome was corrected: ${it.serviceName}`,
      paragraphs: ['The outcome we gave you was not right and has been corrected. Please sign in to read it.'],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'The outcome of ${service} (${code}) was corrected. Please sign in to read it.',
      params: short,
    },
  },
  postTestFiles: {
    mail: (it) => ({
      subject: `New files: ${it.serviceName}`,
      paragraphs: ['Files from the awarding body are waiting for you. Please sign in to save them.'],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'Files for ${service} (${code}) are waiting for you. Please sign in to save them.',
      params: short,
    },
  },
};
