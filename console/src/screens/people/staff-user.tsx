import type { StaffUser as User } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay, useMe } from '../../app/session.ts';
import { peopleWords } from '../../messages/people.ts';
import { ActionButton, Facts, History, Loaded, objectKey, PageHead, typed } from '../../page/index.ts';
import { RightsButton } from './rights.tsx';
import { staffTones } from './tones.ts';

/** One member of staff. */
export function StaffUser() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('staff', id),
    queryFn: ({ signal }) => staffApi('staff.user', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(user) => <UserPage user={user} />}</Loaded>;
}

function UserPage({ user }: { user: User }) {
  const words = useMessages(peopleWords);
  const may = useMay();
  const me = useMe();
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['offices'],
    queryFn: ({ signal }) => staffApi('staff.offices', {}, { signal, isQuiet: true }),
    staleTime: 600_000,
  });
  const officeName = (id: string) => {
    const office = data?.list.find((each) => each.id === id);
    return office === undefined ? '…' : language === 'zh' ? office.nameZh : office.nameEn;
  };
  return (
    <>
      <PageHead
        title={typed(user.name)}
        back={{ href: '/staff', label: words.staff }}
        status={{ text: words.staffStatuses[user.status], tone: staffTones[user.status] }}
        actions={may('staff:write') && user.id !== me.id ? <Acts user={user} /> : undefined}
      />
      <Facts
        items={[
          { term: words.email, detail: user.email },
          { term: words.rolesHeading, detail: user.roles.map((role) => words.roles[role]).join(' · ') },
          { term: words.handsOn, detail: user.handsOn.map((role) => words.roles[role]).join(' · ') },
          {
            term: words.offices,
            detail: user.offices === 'all' ? words.allOffices : user.offices.map(officeName).join(' · '),
          },
          { term: words.liveSessions, detail: user.liveSessions },
          {
            term: words.lastSignIn,
            detail: user.lastSignInAt === null ? words.never : <InstantText at={user.lastSignInAt} />,
          },
          user.invitationExpiresAt === null
            ? null
            : { term: words.invitationUntil, detail: <InstantText at={user.invitationExpiresAt} /> },
        ]}
      />
      <History kind="staff" id={user.id} />
    </>
  );
}

function Acts({ user }: { user: User }) {
  const words = useMessages(peopleWords);
  const params = { id: user.id };
  const request = (reason: string) => ({ params, body: { reason } });
  return (
    <>
      <RightsButton user={user} />
      {user.status === 'Invited' && (
        <ActionButton
          label={words.inviteAgain}
          call="staff.inviteAgain"
          request={() => ({ params })}
          confirmLabel={words.inviteAgain}
          done={words.invited}
        >
          <p>{words.inviteAgainText}</p>
        </ActionButton>
      )}
      {user.status === 'Active' && <ActsOnActive request={request} />}
      {user.status === 'Locked' && (
        <ActionButton
          label={words.staffUnlock}
          call="staff.unlock"
          request={request}
          reason="needed"
          confirmLabel={words.staffUnlock}
          done={words.staffUnlocked}
        >
          <p className="mb-4">{words.staffUnlockText}</p>
        </ActionButton>
      )}
    </>
  );
}

function ActsOnActive({
  request,
}: {
  request: (reason: string) => { params: { id: string }; body: { reason: string } };
}) {
  const words = useMessages(peopleWords);
  return (
    <>
      <ActionButton
        label={words.endSessions}
        call="staff.endSessions"
        request={request}
        reason="needed"
        confirmLabel={words.endSessions}
        done={words.sessionsEnded}
      />
      <ActionButton
        label={words.resetFactor}
        call="staff.resetSecondFactor"
        request={request}
        reason="needed"
        confirmLabel={words.resetFactor}
        isDangerous
        done={words.factorReset}
      >
        <p className="mb-4">{words.resetFactorText}</p>
      </ActionButton>
      <ActionButton
        label={words.staffLock}
        call="staff.lock"
        request={request}
        reason="needed"
        confirmLabel={words.staffLock}
        isDangerous
        done={words.staffLocked}
      >
        <p className="mb-4">{words.staffLockText}</p>
      </ActionButton>
    </>
  );
}
