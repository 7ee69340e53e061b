import type { StaffReply } from '@exam/contract/staff/client';
import { PasswordField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { staffApi } from '../../app/api.ts';
import { refusalOf } from '../../app/refusal.ts';
import { signedIn } from '../../app/session.ts';
import { frameWords } from '../../messages/frame.ts';
import { OpenPage } from './page.tsx';

/** The link of an invitation: choose a password, connect an authenticator, begin. The token is behind `#`, which no server logs. */
export function Invitation() {
  const words = useMessages(frameWords);
  const invitation = useLocation().hash.slice(1);
  const { data, isError } = useQuery({
    queryKey: ['invitation', invitation],
    queryFn: () => staffApi('staff.openInvitation', { body: { invitation } }, { isQuiet: true }),
    retry: false,
  });
  return (
    <OpenPage title={words.invitation.title}>
      {isError && <Notice tone="error">{words.invitation.gone}</Notice>}
      {data === undefined && !isError && <Skeleton count={5} />}
      {data !== undefined && <Accept invitation={invitation} opened={data} />}
    </OpenPage>
  );
}

function Accept({ invitation, opened }: { invitation: string; opened: StaffReply<'staff.openInvitation'> }) {
  const words = useMessages(frameWords);
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [code, setCode] = useState('');
  const differs = repeated !== '' && repeated !== password;
  const accept = useMutation({
    mutationFn: () =>
      staffApi('staff.acceptInvitation', { body: { invitation, password, code: code.trim() } }, { isQuiet: true }),
    onSuccess: ({ me }) => {
      signedIn(me);
      void navigate('/');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!accept.isPending && password === repeated) accept.mutate();
  };
  const refusal = refusalOf(accept.error, words.somethingWrong);
  return (
    <form onSubmit={submit} noValidate>
      <p>{words.invitation.intro(opened.name)}</p>
      {refusal !== undefined && (
        <Notice tone="error" live>
          {refusal}
        </Notice>
      )}
      <h2 className="mt-6 text-xl">{words.invitation.scan}</h2>
      <img src={opened.qrCode} alt={words.invitation.picture} width={192} height={192} className="my-3 bg-white p-2" />
      <p>
        {words.invitation.secret}: <code className="break-all">{opened.secret}</code>
      </p>
      <PasswordField
        label={words.invitation.password}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={words.invitation.repeat}
        autoComplete="new-password"
        value={repeated}
        error={differs ? words.invitation.repeatDiffers : undefined}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <TextField
        label={words.invitation.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" className="mt-6" busy={accept.isPending}>
        {words.invitation.accept}
      </Button>
    </form>
  );
}
