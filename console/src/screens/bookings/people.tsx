import { leaveChoiceOf } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { bookingsWords } from '../../messages/bookings.ts';
import { pageWords } from '../../messages/page.ts';
import { AnswersOfForm, EverythingOf, Facts, Section, typed, useSaveFile, wordOf } from '../../page/index.ts';
import type { Booking } from './types.ts';

/** Candidate, guardian and pickup person, masked, and what was agreed to. */
export function People({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const { idTypes } = useMessages(pageWords);
  const formats = useFormats();
  const { candidate, guardian, pickupPerson } = booking;
  const choice = leaveChoiceOf(booking);
  const idOf = (person: { idType: keyof typeof idTypes; idNo: string }) => `${idTypes[person.idType]} ${person.idNo}`;
  return (
    <Section title={words.people} actions={<EverythingOf id={booking.candidateId} />}>
      <h3 className="mb-1">{words.candidate}</h3>
      <Facts
        items={[
          { term: words.name, detail: typed(booking.candidateName) },
          { term: words.nameZh, detail: typed(booking.candidateNameZh) },
          { term: words.idNumber, detail: idOf(candidate) },
          { term: words.born, detail: formats.date(candidate.dob) },
          { term: words.mobile, detail: candidate.mobile },
          { term: words.email, detail: candidate.email },
          {
            term: words.leave,
            detail: choice && words.leaves[choice],
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
                  { term: words.name, detail: typed(person.name) },
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
  if (booking.consents.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1">{words.consents}</h3>
      <ul className="grid gap-1">
        {booking.consents.map(({ statementId, version, givenAt }) => (
          <li key={statementId}>
            {wordOf(words.consentNames, statementId)}{' '}
            <span className="text-ink-2">
              (<InstantText at={givenAt} />, {words.version(version)})
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the candidate answered in the product's form, and the files sent with it. */
export function FormAnswers({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const { registrationForm: json, files, bookingId: id, templateNumber, templateVersion } = booking;
  const { save, dialog } = useSaveFile('bookings.file', (fileId, reason) => ({
    params: { id, fileId },
    body: { reason },
  }));
  if (json === null) {
    return (
      <Section title={words.form}>
        <p className="text-ink-2">{words.noForm}</p>
      </Section>
    );
  }
  return (
    <Section title={`${words.form} (${templateNumber ?? ''}, ${words.version(String(templateVersion ?? 1))})`}>
      <AnswersOfForm json={json} files={files} onSave={save} />
      {dialog}
    </Section>
  );
}
