import type { PasswordStrength } from '@exam/contract/rules';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { Field, type FieldTexts } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'children'> & { id?: string };

/**
 * A password: it may be pasted and looked at.
 * @param props.strength says how strong the typed one is; leave out where a password is only asked for
 */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  id,
  strength,
  isSeen = false,
  ...input
}: FieldTexts & InputProps & { strength?: PasswordStrength | null; isSeen?: boolean }) {
  const words = useMessages(uiWords);
  const [shown, setShown] = useState(isSeen);
  const [isCapsLock, setCapsLock] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <>
          <div className="beside">
            <input
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...control}
              onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
              onBlur={(event) => {
                setCapsLock(false);
                input.onBlur?.(event);
              }}
              type={shown ? 'text' : 'password'}
              className="input"
            />
            <Button variant="secondary" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? words.hidePassword : words.showPassword}
            </Button>
          </div>
          <output className="sr-only">{shown ? words.passwordShown : ''}</output>
          <output className="block text-ink-2">{isCapsLock ? words.capsLock : ''}</output>
          {strength !== undefined && <StrengthMeter strength={strength} />}
        </>
      )}
    </Field>
  );
}

function StrengthMeter({ strength }: { strength: PasswordStrength | null }) {
  const words = useMessages(uiWords);
  return (
    <>
      <div className="strength" data-strength={strength ?? 'none'} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <output className="block min-h-6 text-ink-2">{strength === null ? '' : words.strength[strength]}</output>
    </>
  );
}

function useSecondsDown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [
    left,
    (seconds) => {
      setLeft(seconds);
      setUntil(Date.now() + seconds * 1000);
    },
  ];
}

/**
 * A code that arrives by SMS or e-mail, with the button that sends it and a countdown until it may be sent again.
 * @param props.onSend sends the code; gives the seconds until the next, or null when nothing was sent (the field says nothing
 * then), or how long to wait when nothing was sent because it is too early
 */
export function CodeField({
  label,
  hint,
  error,
  id,
  onSend,
  ...input
}: Omit<FieldTexts, 'optional'> & InputProps & { onSend: () => Promise<number | null | { waitSeconds: number }> }) {
  const words = useMessages(uiWords);
  const [left, startCountdown] = useSecondsDown();
  const [state, setState] = useState<'fresh' | 'sending' | 'sent'>('fresh');
  const isSending = useRef(false);
  const sent = (answer: Awaited<ReturnType<typeof onSend>>) => {
    setState(typeof answer === 'number' ? 'sent' : 'fresh');
    if (answer !== null) startCountdown(typeof answer === 'number' ? answer : answer.waitSeconds);
  };
  const send = () => {
    // A second press may come before the button shows that it is busy.
    if (isSending.current) return;
    isSending.current = true;
    setState('sending');
    onSend()
      .then(sent, () => setState('fresh'))
      .finally(() => (isSending.current = false));
  };
  const again = left > 0 ? words.sendAgainIn(left) : words.sendAgain;
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => (
        <div className="beside">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            // Room for a whole message with the code in it; the form takes the digits out.
            maxLength={300}
            {...input}
            {...control}
            className="input"
          />
          <Button variant="secondary" busy={state === 'sending'} disabled={left > 0} onClick={send}>
            {state === 'sent' || left > 0 ? again : words.sendCode}
          </Button>
          <output className="sr-only">{state === 'sent' ? words.codeSent : ''}</output>
        </div>
      )}
    </Field>
  );
}
