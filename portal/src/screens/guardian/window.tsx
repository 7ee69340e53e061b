import type { Reply } from '@exam/contract/client';
import { isRealDate, lastDayOf } from '@exam/contract/rules';
import { DateBoxes, TextAreaField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, DateText, DescriptionList, ErrorSummary, Notice, Typed } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { chinaToday } from '../../app/china-today.ts';
import { guardianWords } from '../../messages/guardian.ts';
import { LookCard } from '../account/look-card.tsx';
import { fieldId, useAuthForm } from '../auth/use-auth-form.ts';
import { Kept } from '../own-data/held.tsx';
import { Request } from '../own-data/requests.tsx';

type Seen = Reply<'guardian.kept'>;
type Asked = Reply<'guardian.ask'>;

/** What is kept of the child, for a guardian without an account who knows the birth date, and what they may ask for (PIPL 45-47). */
export function Window({ token }: { token: string }) {
  const words = useMessages(guardianWords).window;
  const [opened, setOpened] = useState<{ seen: Seen; birthDate: string }>();
  return (
    <section>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      {opened ? <Seen token={token} {...opened} /> : <Open token={token} onOpened={setOpened} />}
    </section>
  );
}

function refusalOf(date: string): string | undefined {
  if (date === '') return 'REQUIRED_FIELD';
  return isRealDate(date) && date <= chinaToday() ? undefined : 'DOB_FORMAT';
}

function Open(props: { token: string; onOpened: (opened: { seen: Seen; birthDate: string }) => void }) {
  const words = useMessages(guardianWords).window;
  const [birthDate, setDate] = useState('');
  const wrong = refusalOf(birthDate);
  const form = useAuthForm({
    found: wrong === undefined ? {} : { birthDate: wrong },
    labels: { birthDate: words.birthDate },
    chief: 'birthDate',
  });
  const open = async () => {
    const seen = await api('guardian.kept', { params: { token: props.token }, body: { birthDate } });
    props.onOpened({ seen, birthDate });
  };
  return (
    <form noValidate onSubmit={form.submitting(open)}>
      <p className="mb-3">{words.text}</p>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <DateBoxes
        id={fieldId('birthDate')}
        name="birthDate"
        label={words.birthDate}
        value={birthDate}
        error={form.error('birthDate')}
        onChange={(date) => {
          setDate(date);
          form.changed('birthDate');
        }}
      />
      <Button type="submit" variant="secondary" busy={form.isBusy}>
        {words.open}
      </Button>
    </form>
  );
}

function Seen({ token, birthDate, seen }: { token: string; birthDate: string; seen: Seen }) {
  const words = useMessages(guardianWords).window;
  const { date } = useFormats();
  const { child, sittings, kept, looks, lookCount, requests } = seen;
  return (
    <div className="grid gap-4">
      <Card>
        <DescriptionList
          items={[
            { term: words.name, detail: <Typed>{child.name}</Typed> },
            { term: words.birthDate, detail: date(child.birthDate) },
            { term: words.idNo, detail: child.idNo },
            ...sittings.map(({ code, examName, examDate }) => ({
              term: words.sitting(code),
              detail: (
                <>
                  {examName} {examDate !== null && <DateText date={examDate} />}
                </>
              ),
            })),
          ]}
        />
      </Card>
      <details className="card p-5" open>
        <summary className="min-h-11 cursor-pointer font-bold">{words.kept}</summary>
        <Kept caption={words.kept} kept={kept} />
      </details>
      {lookCount === 0 && <p>{words.noLooks}</p>}
      <details className="card p-5" hidden={lookCount === 0}>
        <summary className="min-h-11 cursor-pointer font-bold">{words.looks(lookCount)}</summary>
        {lookCount > looks.length && <p className="mb-3 text-ink-2">{words.newest(looks.length)}</p>}
        <ol className="grid gap-4">
          {looks.map((look) => (
            <LookCard key={look.id} look={look} />
          ))}
        </ol>
      </details>
      {requests.length > 0 && (
        <div>
          <h3 className="mb-2 text-lg">{words.requests}</h3>
          <ul className="grid gap-5">
            {requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ul>
        </div>
      )}
      <Ask token={token} birthDate={birthDate} kind="Correction" />
      <Ask token={token} birthDate={birthDate} kind="Deletion" />
    </div>
  );
}

type Asking = { token: string; birthDate: string; kind: 'Correction' | 'Deletion' };

/** Asks staff for a correction, or for the deletion of everything about the child. */
function Ask({ token, birthDate, kind }: Asking) {
  const words = useMessages(guardianWords).window;
  const { date } = useFormats();
  const [wish, setWish] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const field = `${kind}-wish`;
  const form = useAuthForm({
    found: wish.trim() === '' ? { [field]: 'REQUIRED_FIELD' } : {},
    labels: { [field]: words.wish[kind] },
    chief: field,
  });
  const send = async () => {
    setAsked(await api('guardian.ask', { params: { token }, body: { birthDate, kind, wish: wish.trim() } }));
  };
  if (asked)
    return (
      <Notice tone="success" title={words.asked} live>
        <p>{words.askedText(asked.code, date(lastDayOf(asked.dueAt)))}</p>
      </Notice>
    );
  return (
    <details className="card p-5">
      <summary className="min-h-11 cursor-pointer font-bold">{words.ask[kind]}</summary>
      <form noValidate onSubmit={form.submitting(send)}>
        <p className="mb-3 text-ink-2">{words.askText[kind]}</p>
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        <TextAreaField
          id={fieldId(field)}
          label={words.wish[kind]}
          rows={4}
          maxLength={1000}
          value={wish}
          error={form.error(field)}
          onChange={({ target }) => {
            setWish(target.value);
            form.changed(field);
          }}
        />
        <Button type="submit" variant="secondary" busy={form.isBusy}>
          {words.send}
        </Button>
      </form>
    </details>
  );
}
