import type { FapiaoStatus } from '@exam/contract/machines';
import { inWords } from '@exam/contract/messages/numerals/en';
import { type FapiaoBuyer, fapiaoMonths } from '@exam/contract/rules';

const statuses: Record<FapiaoStatus, string> = {
  Requested: 'Being issued',
  Refused: 'Correct the details',
  Issued: 'Issued',
  RedIssued: 'Issued, partly or wholly reversed',
  Closed: 'Closed: everything was refunded',
};
const buyers: Record<FapiaoBuyer, string> = { Personal: 'A person', Company: 'A company' };

export const fapiao = {
  title: 'Fapiao',
  failed: 'The fapiao of this order could not be shown.',
  tryAgain: 'Try again',
  intro: (p: { amount: string; until: string }) =>
    `You can ask for a digital fapiao for ${p.amount} until ${p.until}. It is issued within 5 working days.`,
  gone: `You can no longer ask for a fapiao: ${inWords(fapiaoMonths, 'month')} have passed since the payment.`,
  nothing: 'There is nothing to issue a fapiao for, as everything was refunded.',
  ask: 'Ask for a fapiao',
  correct: 'Correct the details',
  status: 'State',
  statuses,
  buyer: 'Made out to',
  buyers,
  name: 'Title',
  taxNumber: 'Taxpayer number',
  email: 'Sent to',
  requested: 'Requested',
  refusedTitle: 'It could not be issued with these details',
  waiting: 'Our staff are issuing it in the tax system. We will tell you when you can download it here.',
  blue: 'Fapiao',
  red: 'Red-letter fapiao',
  redText: 'It reverses what was refunded.',
  number: 'Fapiao number',
  amount: 'Amount',
  issued: 'Issued',
  file: 'File',
  download: (name: string) => `Download ${name}`,
  form: {
    title: 'Details of the fapiao',
    buyer: 'Who is it for?',
    companyTitle: 'Name of the company',
    companyTitleHint: 'As it is registered.',
    personTitle: 'Name of the person',
    taxNumber: 'Taxpayer number',
    taxNumberHint: '18 digits and capital letters, as on the business licence.',
    email: 'E-mail address',
    emailHint: 'The fapiao is sent there.',
    submit: 'Ask for the fapiao',
    cancel: 'Cancel',
    sent: 'We have your request',
  },
};

export type FapiaoMessages = typeof fapiao;
