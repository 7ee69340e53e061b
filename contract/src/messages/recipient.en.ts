import type { Recipient } from '../entities/recipient.ts';

/** Whom a statement names: the awarding body as its record tells it; null where whoever registers names the institution themselves. */
export type ConsentValues = { recipient: Recipient | null };

type Facts = Pick<Recipient, 'contact' | 'purpose' | 'means' | 'dataKinds' | 'rights'>;

/** Facts of a university, school or other institution that only the registration names. */
const institution: Facts = {
  contact: 'the person or office given for it in the registration',
  purpose: 'to arrange the exam, mark it and report the result',
  means: 'by e-mail, by post or on the institution’s own website, kept under its own rules',
  dataKinds: 'name, date of birth, the exam and its course, and what the form of the registration asks for',
  rights: 'write to the institution, or to our exam office, which passes the request on',
};

/** Who receives the data, within a sentence. */
export function receiver({ recipient }: ConsentValues): string {
  if (recipient === null)
    return 'the university, school or other institution that the registration names, which may be outside mainland China,';
  return `${recipient.name} (${recipient.country}${recipient.isAbroad ? ', outside mainland China' : ''})`;
}

/** What the law wants told of a recipient (PIPL 39), a line each. */
export function recipientFacts({ recipient }: ConsentValues): string {
  const { contact, purpose, means, dataKinds, rights } = recipient ?? institution;
  return [
    `Contact: ${contact}`,
    `Purpose: ${purpose}`,
    `How it is processed: ${means}`,
    `Information passed on: ${dataKinds}`,
    `Using rights there: ${rights}`,
  ].join('\n');
}
