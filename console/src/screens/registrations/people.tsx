import type { RegistrationPage, revealFields } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { DateText } from '@exam/ui/parts';
import { useMay } from '../../app/session.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { EverythingOf, Facts, ObjectLink, Reveal, Section, typed } from '../../page/index.ts';

type Field = (typeof revealFields)[number];
type Props = { registration: RegistrationPage };

/** Who is registered, who answers for them, and whose account it is; numbers and addresses masked. */
export function People({ registration }: Props) {
  const words = useMessages(registrationWords);
  const { candidate, guardian, pickupPerson } = registration;
  // Once somebody is forgotten only the year of birth is left.
  const isNamed = candidate.idNo !== '';
  return (
    <>
      <Section title={words.candidate} actions={<EverythingOf id={registration.candidateId} />}>
        <Facts
          items={[
            { term: words.lastName, detail: candidate.lastName },
            { term: words.firstName, detail: candidate.firstName },
            { term: words.nameZh, detail: typed(candidate.nameZh) },
            ...(isNamed ? [{ term: words.documentType, detail: words.idTypes[candidate.idType] }] : []),
            {
              term: words.document,
              detail: <Whole id={registration.id} field="idNo" masked={candidate.idNo} label={words.document} />,
            },
            ...(isNamed ? [{ term: words.gender, detail: words.genders[candidate.gender] }] : []),
            { term: words.dob, detail: <DateText date={candidate.dob} /> },
            { term: words.age, detail: registration.ageOnExamDay },
            {
              term: words.mobile,
              detail: <Whole id={registration.id} field="mobile" masked={candidate.mobile} label={words.mobile} />,
            },
            {
              term: words.email,
              detail: <Whole id={registration.id} field="email" masked={candidate.email} label={words.email} />,
            },
            { term: words.account, detail: <AccountOf registration={registration} /> },
          ]}
        />
      </Section>
      {guardian !== null && (
        <Adult
          title={words.guardian}
          person={guardian}
          id={registration.id}
          fields={{ name: 'guardianName', idNo: 'guardianIdNo', mobile: 'guardianMobile' }}
        />
      )}
      {pickupPerson !== null && (
        <Adult
          title={words.pickup}
          person={pickupPerson}
          id={registration.id}
          fields={{ name: 'pickupName', idNo: 'pickupIdNo', mobile: 'pickupMobile' }}
        />
      )}
    </>
  );
}

function AccountOf({ registration: { account } }: Props) {
  return (
    <ObjectLink kind="account" id={account.id}>
      {account.phone ?? account.email ?? '–'}
    </ObjectLink>
  );
}

function Adult(props: {
  title: string;
  person: NonNullable<RegistrationPage['guardian']>;
  id: string;
  fields: { name: Field; idNo: Field; mobile: Field };
}) {
  const words = useMessages(registrationWords);
  const { person, id, fields } = props;
  return (
    <Section title={props.title}>
      <Facts
        items={[
          {
            term: words.name,
            detail: <Whole id={id} field={fields.name} masked={person.name} label={`${props.title}: ${words.name}`} />,
          },
          { term: words.documentType, detail: words.idTypes[person.idType] },
          {
            term: words.document,
            detail: (
              <Whole id={id} field={fields.idNo} masked={person.idNo} label={`${props.title}: ${words.document}`} />
            ),
          },
          {
            term: words.mobile,
            detail: (
              <Whole id={id} field={fields.mobile} masked={person.mobile} label={`${props.title}: ${words.mobile}`} />
            ),
          },
        ]}
      />
    </Section>
  );
}

function Whole({ id, field, masked, label }: { id: string; field: Field; masked: string | null; label: string }) {
  const may = useMay();
  return (
    <Reveal
      masked={masked}
      label={label}
      call={may('applications:reveal') ? 'applications.reveal' : null}
      request={(reason) => ({ params: { id }, body: { field, reason } })}
      value={({ value }) => value}
    />
  );
}
