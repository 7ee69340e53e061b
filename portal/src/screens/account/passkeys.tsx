import { CallError, type Reply } from '@exam/contract/client';
import { TextField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Notice, showToast, Skeleton, Tag } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { api, queryClient } from '../../app/api.ts';
import { fieldSentence } from '../../app/field-sentence.ts';
import { accountWords } from '../../messages/account.ts';
import { ruleWords } from '../../messages/rules.ts';
import { FormActions } from './form-actions.tsx';
import { addPasskey, canMakePasskeys, passkeysKey } from './passkey-acts.ts';
import { useWithProof } from './proving.tsx';
import { Section } from './section.tsx';

type Passkey = Reply<'user.passkeys'>[number];

const passkeysChanged = () => queryClient.invalidateQueries({ queryKey: passkeysKey });
const focusTitle = () => document.getElementById('passkeys-title')?.focus();

/** The passkeys of the account: another way in, never the only one. */
export function Passkeys() {
  const words = useMessages(accountWords);
  const { data, isError, refetch } = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => api('user.passkeys', {}, { signal }),
  });
  return (
    <Section id="passkeys" title={words.passkeys.title}>
      <p className="mb-4 text-ink-2">{words.passkeys.intro}</p>
      {data === undefined && !isError && <Skeleton count={2} />}
      {data === undefined && isError && (
        <Notice tone="error" live title={words.failedTitle}>
          <p className="mb-3">{words.failedText}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </Notice>
      )}
      {data !== undefined && (
        <>
          {data.length === 0 && <p className="mb-4">{words.passkeys.none}</p>}
          <ul className="mb-4">
            {data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
          <AddPasskey />
        </>
      )}
    </Section>
  );
}

function AddPasskey() {
  const words = useMessages(accountWords).passkeys;
  const withProof = useWithProof();
  const [notice, setNotice] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(withProof),
    onMutate: () => setNotice(''),
    onSuccess: (outcome) => {
      if (outcome === 'added') void showToast(words.added, 'success');
      else setNotice(outcome === 'existing' ? words.existing : words.failed);
    },
  });
  if (!canMakePasskeys()) return <p className="text-ink-2">{words.unsupported}</p>;
  return (
    <>
      <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate()}>
        {words.add}
      </Button>
      <output className="mt-2 block text-ink-2">{notice}</output>
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const words = useMessages(accountWords).passkeys;
  const formats = useFormats();
  const [state, setState] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const { name } = passkey;
  if (state === 'renaming') return <Rename passkey={passkey} onClose={() => setState('shown')} />;
  return (
    <li className={rowLook}>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="wrap-anywhere">{name}</strong>
          {passkey.isSynced && <Tag>{words.synced}</Tag>}
        </p>
        <p className="text-ink-2 tabular-nums">
          <span className="block">{words.created(formats.instant(passkey.createdAt))}</span>
          <span className="block">
            {passkey.lastUsedAt === null ? words.unused : words.used(formats.instant(passkey.lastUsedAt))}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-label={words.renameWhat(name)} onClick={() => setState('renaming')}>
          {words.rename}
        </Button>
        <Button variant="secondary" aria-label={words.removeWhat(name)} onClick={() => setState('removing')}>
          {words.remove}
        </Button>
      </div>
      {state === 'removing' && <Remove passkey={passkey} onClose={() => setState('shown')} />}
    </li>
  );
}

const rowLook =
  'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0';

function Remove({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const words = useMessages(accountWords).passkeys;
  const withProof = useWithProof();
  const remove = useMutation({
    mutationFn: () =>
      withProof(() =>
        api('user.removePasskey', { params: { id: passkey.id }, body: {} }, { isQuiet: true }).then(() => true),
      ),
    onSuccess: async (isDone) => {
      if (isDone === null) return;
      void showToast(words.removed, 'success');
      await passkeysChanged();
      focusTitle();
    },
    onError: passkeysChanged,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={words.removeQuestion(passkey.name)}
      confirmLabel={words.remove}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  );
}

const fieldOf = ({ id }: Passkey): string => `passkey-${id}`;

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const words = useMessages(accountWords).passkeys;
  const rules = useMessages(ruleWords);
  const withProof = useWithProof();
  const [name, setName] = useState(passkey.name);
  const [refusal, setRefusal] = useState<string>();
  const rename = useMutation({
    mutationFn: () => {
      const request = { params: { id: passkey.id }, body: { name: name.trim() } };
      return withProof(() => api('user.renamePasskey', request, { isQuiet: true }));
    },
    onSuccess: async (renamed) => {
      if (renamed === null) return;
      void showToast(words.renamed, 'success');
      await passkeysChanged();
      onClose();
    },
    onError: (error) => {
      if (error instanceof CallError) setRefusal(error.problem.fields?.['name']);
    },
  });
  useEffect(() => document.getElementById(fieldOf(passkey))?.focus(), [passkey]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setRefusal('REQUIRED_FIELD');
    else if (!rename.isPending) rename.mutate();
  };
  return (
    <li className={rowLook}>
      <form noValidate className="max-w-form grow" onSubmit={onSubmit}>
        <TextField
          id={fieldOf(passkey)}
          label={words.name}
          maxLength={40}
          value={name}
          error={refusal === undefined ? undefined : fieldSentence(rules, refusal)}
          onChange={(event) => {
            setName(event.target.value);
            setRefusal(undefined);
          }}
        />
        <FormActions isBusy={rename.isPending} onCancel={onClose} />
      </form>
    </li>
  );
}
