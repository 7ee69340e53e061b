import type { Reply } from '@exam/contract/client';
import type { IdType } from '@exam/contract/entities';
import { leaveChoiceOf } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Card, DateText, DescriptionList } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { applicationWords } from '../../messages/application.ts';
import { candidateName, withChinese } from '../../page/candidates.ts';

/** One registration as the server shows it. */
export type Registration = Reply<'application.get'>;
type Person = NonNullable<Registration['applicationGuardian']>;

/** The candidate and, of a minor, the guardian; document numbers masked. */
export function PeopleCards({
  registration,
}: {
  registration: Pick<Registration, 'applicationCandidate' | 'applicationGuardian'>;
}) {
  const words = useMessages(applicationWords);
  const { applicationCandidate: candidate, applicationGuardian: guardian } = registration;
  return (
    <div className={guardian === null ? 'grid gap-4' : 'grid items-start gap-4 md:grid-cols-2'}>
      <Card>
        <h2 className="mb-2 text-xl">{words.people.candidate}</h2>
        <DescriptionList
          items={[
            { term: words.fields.name, detail: withChinese(candidateName(candidate), candidate.nameZh) },
            { term: words.fields.document, detail: <Document {...candidate} /> },
            { term: words.fields.dob, detail: <DateText date={candidate.dob} weekday={false} /> },
            { term: words.fields.gender, detail: words.genders[candidate.gender] },
            { term: words.fields.mobile, detail: phoneText(candidate.mobile) },
            { term: words.fields.email, detail: candidate.email },
          ]}
        />
      </Card>
      {guardian !== null && (
        <Card>
          <h2 className="mb-2 text-xl">{words.people.guardian}</h2>
          <DescriptionList
            items={[
              { term: words.fields.name, detail: guardian.name },
              { term: words.fields.relation, detail: relationOf(guardian, words.relations) },
              { term: words.fields.document, detail: <Document {...guardian} /> },
              { term: words.fields.mobile, detail: phoneText(guardian.mobile) },
            ]}
          />
        </Card>
      )}
    </div>
  );
}

/** How a minor leaves and who comes; nothing for a candidate who needs no choice. */
export function LeaveCard({
  registration,
  action,
}: {
  registration: Pick<Registration, 'applicationPickupPerson' | 'leaveAlone'> &
    Partial<Pick<Registration, 'leaveCheck'>>;
  action?: ReactNode;
}) {
  const words = useMessages(applicationWords);
  const pickupPerson = registration.applicationPickupPerson;
  const choice = leaveChoiceOf({ leaveAlone: registration.leaveAlone, pickupPerson });
  if (choice === null) return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.people.pickup}</h2>
      <DescriptionList
        items={[
          {
            term: words.fields.leave,
            detail: registration.leaveCheck === 'Doubted' ? words.people.leavingDoubted : words.leave[choice],
          },
          { term: words.people.pickupPerson, detail: pickupPerson?.name },
          { term: words.fields.document, detail: pickupPerson && <Document {...pickupPerson} /> },
          { term: words.fields.mobile, detail: phoneText(pickupPerson?.mobile) },
        ]}
      />
      {action}
    </Card>
  );
}

function Document({ idType, idNo }: { idType: IdType; idNo: string }) {
  const words = useMessages(applicationWords);
  return (
    <>
      {words.idTypes[idType]}{' '}
      <span className="font-mono wrap-anywhere" translate="no">
        {idNo}
      </span>
    </>
  );
}

/** A stored number as people write it: `+86 138 0013 8000`. A foreign number is shown as stored. */
function phoneText(e164: string | null | undefined): string {
  return (e164 ?? '').replace(/^\+86(1\d{2})(\d{4})(\d{4})$/, '+86 $1 $2 $3');
}

function relationOf({ type }: Person, relations: Readonly<Record<string, string>>): string | null {
  return type === null ? null : (relations[type] ?? null);
}
