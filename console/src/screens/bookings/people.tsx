import { fieldWords } from '@exam/contract/messages';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { bookingsWords } from '../../messages/bookings.ts';
import { pageWords } from '../../messages/page.ts';
import { Facts, Section, type Fact } from '../../page/index.ts';
import type { Booking } from './booking.tsx';

/** Candidate, guardian and pickup person, masked, and what was agreed to. */
export function People({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const { idTypes } = useMessages(pageWords);
  const formats = useFormats();
  const { candidate, guardian, pickupPerson } = booking;
  const idOf = (person: { idType: keyof typeof idTypes; idNo: string }) => `${idTypes[person.idType]} ${person.idNo}`;
  return (
    <Section title={words.people}>
      <h3 className="mb-1">{words.candidate}</h3>
      <Facts
        items={[
          { term: words.name, detail: booking.candidateName },
          { term: words.idNumber, detail: idOf(candidate) },
          { term: words.born, detail: formats.date(candidate.dob) },
          { term: words.mobile, detail: candidate.mobile },
          { term: words.email, detail: candidate.email },
          {
            term: words.leave,
            detail: booking.leaveAlone === null ? null : booking.leaveAlone ? words.leaveAlone : words.leavePicked,
          },
        ]}
      />
      {[
        { title: words.guardian, person: guardian },
        { title: words.pickup, person: pickupPerson },
      ].map(
        ({ title, person }) =>
          person !== null && (
            <div key={title} className="mt-4">
              <h3 className="mb-1">{title}</h3>
              <Facts
                items={[
                  { term: words.name, detail: person.name },
                  { term: words.idNumber, detail: idOf(person) },
                  { term: words.mobile, detail: person.mobile },
                ]}
              />
            </div>
          ),
      )}
      <Consents booking={booking} />
    </Section>
  );
}

function Consents({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const names = new Map(Object.entries(words.consentNames));
  if (booking.consents.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1">{words.consents}</h3>
      <ul className="grid gap-1">
        {booking.consents.map(({ statementId, version, givenAt }) => (
          <li key={statementId}>
            {names.get(statementId) ?? statementId}{' '}
            <span className="text-ink-2">
              (<InstantText at={givenAt} />, {words.version(version)})
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the candidate answered in the product's form. */
export function FormAnswers({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const { language } = useLanguage();
  const facts = answersOf(booking.registrationForm, {
    labels: fieldWords[language].formFields,
    yes: words.yes,
    no: words.no,
  });
  return (
    <Section title={words.form}>
      {facts.length === 0 ? <p className="text-ink-2">{words.noForm}</p> : <Facts items={facts} />}
    </Section>
  );
}

type AnswerWords = { labels: Readonly<Record<string, { label: string }>>; yes: string; no: string };

/** The answers as they are kept: JSON of the form's fields. Whatever it is, it is shown. */
function answersOf(json: string | null, words: AnswerWords): Fact[] {
  if (json === null) return [];
  const answers: unknown = readJson(json);
  if (typeof answers !== 'object' || answers === null) return [];
  return Object.entries(answers).map(([name, value]) => ({
    term: words.labels[name]?.label ?? name,
    detail: textOf(value, words),
  }));
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function textOf(value: unknown, words: AnswerWords): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((each) => textOf(each, words)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((each) => textOf(each, words))
      .join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
