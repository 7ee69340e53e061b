import type { CandidateItem } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { peopleWords } from '../../messages/people.ts';
import {
  ActionButton,
  Facts,
  History,
  Loaded,
  NotesPanel,
  objectKey,
  PageColumns,
  PageHead,
  Reveal,
  Section,
  typed,
} from '../../page/index.ts';
import { Cases } from './cases.tsx';
import { OpenForRelative } from '../privacy/relatives/open-for-relative.tsx';

type Detail = StaffReply<'candidates.get'>;
type Revealed = StaffReply<'candidates.reveal'>;

const nameOf = ({ lastName, firstName }: Pick<CandidateItem, 'lastName' | 'firstName'>) => `${lastName} ${firstName}`;

/** One saved candidate: masked, with who else may be the same person. */
export function Candidate() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('candidate', id),
    queryFn: ({ signal }) => staffApi('candidates.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(candidate) => <CandidatePage candidate={candidate} />}</Loaded>;
}

function CandidatePage({ candidate }: { candidate: Detail }) {
  const words = useMessages(peopleWords);
  const may = useMay();
  return (
    <>
      <PageHead
        title={typed(nameOf(candidate))}
        back={{ href: '/candidates', label: words.candidates }}
        actions={may('privacy:write') ? <OpenForRelative about={{ candidateId: candidate.id }} /> : undefined}
      />
      <PageColumns aside={<NotesPanel kind="candidate" id={candidate.id} />}>
        <Known candidate={candidate} />
        <Cases of={{ candidateId: candidate.id }} />
        <Alike candidate={candidate} />
        <Elsewhere candidate={candidate} />
        <History kind="candidate" id={candidate.id} />
      </PageColumns>
    </>
  );
}

function Known({ candidate }: { candidate: Detail }) {
  const words = useMessages(peopleWords);
  const may = useMay();
  const call = may('candidates:reveal') ? ('candidates.reveal' as const) : null;
  const shown = (label: string, masked: string | null, value: (revealed: Revealed) => string | null) => ({
    term: label,
    detail:
      masked === null ? null : (
        <Reveal
          masked={masked}
          label={label}
          call={call}
          request={(reason) => ({ params: { id: candidate.id }, body: { reason } })}
          value={value}
        />
      ),
  });
  const { guardian } = candidate;
  return (
    <Facts
      items={[
        { term: words.nameZh, detail: typed(candidate.nameZh) },
        { term: words.gender, detail: words.genders[candidate.gender] },
        { term: words.age, detail: words.ages[candidate.candidateAgeType] },
        { term: words.idType, detail: words.idTypes[candidate.idType] },
        shown(words.idNo, candidate.idNo, ({ idNo }) => idNo),
        shown(words.dateOfBirth, '****-**-**', ({ dob }) => dob),
        shown(words.phone, candidate.mobile, ({ mobile }) => mobile),
        shown(words.email, candidate.email, ({ email }) => email),
        guardian === null
          ? null
          : shown(words.guardianName, guardian.name, (revealed) => revealed.guardian?.name ?? null),
        guardian === null
          ? null
          : shown(words.guardianMobile, guardian.mobile, (revealed) => revealed.guardian?.mobile ?? null),
        {
          term: words.theAccount,
          detail: may('accounts:read') ? (
            <Link href={`/accounts/${candidate.accountId}`}>{words.openAccount}</Link>
          ) : null,
        },
        { term: words.created, detail: <InstantText at={candidate.createdAt} /> },
      ]}
    />
  );
}

function Alike({ candidate }: { candidate: Detail }) {
  const words = useMessages(peopleWords);
  const may = useMay();
  if (candidate.alike.length === 0) return null;
  return (
    <Section title={words.alike}>
      <p className="text-ink-2">{words.alikeText}</p>
      <ul className="grid gap-3">
        {candidate.alike.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-3">
            <Link href={`/candidates/${other.id}`}>{typed(nameOf(other))}</Link>
            <span>
              {words.idTypes[other.idType]} <span className="tabular-nums">{other.idNo}</span>
            </span>
            {may('candidates:write') && (
              <ActionButton
                label={words.merge}
                call="candidates.merge"
                request={(reason) => ({ params: { id: candidate.id }, body: { duplicateId: other.id, reason } })}
                reason="needed"
                confirmLabel={words.merge}
                done={words.merged}
              >
                <p className="mb-4">{words.mergeText(nameOf(other), other.idNo)}</p>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Elsewhere({ candidate }: { candidate: Detail }) {
  const words = useMessages(peopleWords);
  if (candidate.elsewhere.length === 0) return null;
  return (
    <Section title={words.sameDocument}>
      <ul className="grid gap-2">
        {candidate.elsewhere.map((other) => (
          <li key={other.id}>
            <Link href={`/candidates/${other.id}`}>{typed(nameOf(other))}</Link> · <InstantText at={other.createdAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
