import { CallError } from '@exam/contract/client';
import { CodeField, PasswordField, RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { api } from '../../app/api.ts';
import { fieldSentence } from '../../app/field-sentence.ts';
import { useSession } from '../../app/session/session.ts';
import { accountWords } from '../../messages/account.ts';
import { ruleWords } from '../../messages/rules.ts';
import { codeDigits } from '../auth/code/digits.ts';
import { codeRefusal } from '../auth/code/contact-rules.ts';
import { useSending } from '../auth/code/use-sending.ts';
import { userChanged } from './user-changed.ts';

type Way = 'password' | 'code';

const focus = (id: string) => document.getElementById(id)?.focus();

function useProof(onAnswer: (isProven: boolean) => void) {
  const [way, setWay] = useState<Way>('password');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const refuse = (refusal: string) => {
    setCode(refusal);
    focus(`proof-${way}`);
  };
  const prove = async () => {
    if (isBusy) return;
    const wrong = way === 'code' ? codeRefusal(typed) : typed === '' ? 'REQUIRED_FIELD' : undefined;
    if (wrong !== undefined) return refuse(wrong);
    setBusy(true);
    try {
      const body = way === 'code' ? { verificationCode: typed } : { password: typed };
      await userChanged(await api('user.proveIdentity', { body }));
      onAnswer(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const [refusal] = Object.values(error.problem.fields ?? {});
      if (refusal !== undefined) refuse(refusal);
    } finally {
      setBusy(false);
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setCode(undefined);
  };
  const choose = (next: Way) => {
    setWay(next);
    type('');
  };
  return { way, choose, typed, type, code, refuse, isBusy, prove };
}

/** Asks for a fresh proof of who is there: the password, or a code to the account's phone. */
export function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const words = useMessages(accountWords);
  const rules = useMessages(ruleWords);
  const { user } = useSession();
  const proof = useProof(onAnswer);
  const phone = user?.phoneNumber ?? '';
  const error = proof.code === undefined ? undefined : fieldSentence(rules, proof.code);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void proof.prove();
  };
  return (
    <Dialog open title={words.proof.title} onClose={() => onAnswer(false)}>
      <form noValidate onSubmit={onSubmit}>
        <p className="mb-4">{words.proof.intro}</p>
        <RadioTiles
          name="proof-way"
          label={words.proof.how}
          options={[
            { value: 'password', label: words.proof.byPassword },
            { value: 'code', label: words.proof.byCode(phone) },
          ]}
          value={proof.way}
          onChange={(event) => proof.choose(event.target.value === 'code' ? 'code' : 'password')}
        />
        {proof.way === 'password' ? (
          <PasswordField
            id="proof-password"
            name="password"
            maxLength={128}
            label={words.proof.password}
            value={proof.typed}
            error={error}
            onChange={(event) => proof.type(event.target.value)}
          />
        ) : (
          <CodeProof phone={phone} proof={proof} error={error} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {words.cancel}
          </Button>
          <Button type="submit" busy={proof.isBusy}>
            {words.proof.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function CodeProof(props: { phone: string; proof: ReturnType<typeof useProof>; error: string | undefined }) {
  const words = useMessages(accountWords);
  const { phone, proof, error } = props;
  const { isSending, send } = useSending();
  const sendCode = async () => {
    const outcome = await send('phone', phone, 'ModifyUserName');
    if (outcome !== null && typeof outcome === 'object' && 'refused' in outcome) {
      proof.refuse(outcome.refused);
      return null;
    }
    if (outcome !== null) focus('proof-code');
    return outcome;
  };
  return (
    <>
      <CodeField
        id="proof-code"
        name="verificationCode"
        label={words.proof.code}
        hint={words.proof.codeHint}
        value={proof.typed}
        error={error}
        onSend={sendCode}
        onChange={(event) => proof.type(codeDigits(event.target.value))}
      />
      <output className="-mt-5 mb-2 block min-h-6 text-ink-2">{isSending ? words.sending : ''}</output>
    </>
  );
}
