import { CheckboxField, Field, RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import type { User } from '../../app/session/user-key.ts';
import { accountWords } from '../../messages/account.ts';
import { fieldId, useAuthForm } from '../auth/use-auth-form.ts';
import { Section } from './section.tsx';
import { userChanged } from './user-changed.ts';

type Answers = Pick<
  User,
  'phoneReceivingStatus' | 'emailReceivingStatus' | 'sendMessageLanguageType' | 'promoteStatus'
>;

/** Where messages go, in which language, and whether promotion is welcome: one channel stays. */
export function MessageSettings({ user }: { user: User }) {
  const all = useMessages(accountWords);
  const words = all.messages;
  const isBound = user.email !== '';
  const [changed, setChanged] = useState<Partial<Answers>>({});
  const answers: Answers = { ...user, ...changed };
  const set = (part: Partial<Answers>) => setChanged((before) => ({ ...before, ...part }));
  const isReached = answers.phoneReceivingStatus || (isBound && answers.emailReceivingStatus);
  const form = useAuthForm({
    found: isReached ? {} : { phoneReceivingStatus: 'RECEIVE_CHANNEL_REQUIRED' },
    labels: { phoneReceivingStatus: all.messages.title },
    chief: 'phoneReceivingStatus',
  });
  const save = async () => {
    await userChanged(await api('user.saveOtherInformation', { body: changed }));
    setChanged({});
    void showToast(all.saved, 'success');
  };
  return (
    <Section id="messages" title={words.title}>
      <form noValidate className="max-w-form" onSubmit={form.submitting(save)}>
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        <Channels user={user} answers={answers} set={set} error={isReached ? undefined : words.channelRequired} />
        <RadioTiles
          name="sendMessageLanguageType"
          inline
          label={words.language}
          options={[
            { value: 'Chinese', label: words.languages.Chinese },
            { value: 'English', label: words.languages.English },
          ]}
          value={answers.sendMessageLanguageType}
          onChange={(event) =>
            set({ sendMessageLanguageType: event.target.value === 'English' ? 'English' : 'Chinese' })
          }
        />
        <CheckboxField
          name="promoteStatus"
          label={words.promotion}
          checked={answers.promoteStatus}
          onChange={(event) => set({ promoteStatus: event.target.checked })}
        />
        <Button type="submit" busy={form.isBusy}>
          {all.save}
        </Button>
      </form>
    </Section>
  );
}

function Channels(props: {
  user: User;
  answers: Answers;
  set: (part: Partial<Answers>) => void;
  error: string | undefined;
}) {
  const words = useMessages(accountWords).messages;
  const { user, answers, set } = props;
  const isBound = user.email !== '';
  return (
    <Field
      id={fieldId('phoneReceivingStatus')}
      label={words.channels}
      hint={words.channelsHint}
      error={props.error}
      group
    >
      {(control) => (
        <div className="tiles">
          <label className="tile">
            <input
              id={control.id}
              type="checkbox"
              name="phoneReceivingStatus"
              checked={answers.phoneReceivingStatus}
              onChange={(event) => set({ phoneReceivingStatus: event.target.checked })}
            />
            <span className="min-w-0 wrap-anywhere">{words.bySms(user.phoneNumber)}</span>
          </label>
          <label className="tile">
            <input
              type="checkbox"
              name="emailReceivingStatus"
              disabled={!isBound}
              checked={isBound && answers.emailReceivingStatus}
              onChange={(event) => set({ emailReceivingStatus: event.target.checked })}
            />
            <span className="min-w-0 wrap-anywhere">{isBound ? words.byEmail(user.email) : words.byEmailNone}</span>
          </label>
        </div>
      )}
    </Field>
  );
}
