import { CallError, type Reply } from '@exam/contract/client';
import { consentVersion, lastDayOf } from '@exam/contract/rules';
import { useParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, ConfirmDialog, DescriptionList, EmptyState, Link, Notice } from '@exam/ui/parts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { guardianWords } from '../../messages/guardian.ts';
import { Loaded } from '../../page/loaded.tsx';
import { StatementBox } from '../../page/statement-box.tsx';
import { Window } from './window.tsx';

type Told = Reply<'guardian.notice'>;
type Made = Reply<'guardian.object'>;

const rules = '/help/childProtection';
const outdated = ['CONSENT_OUTDATED', 'NOTICE_OUTDATED'];
const isOutdated = (error: unknown) => error instanceof CallError && outdated.includes(error.problem.code);
const isGone = (error: unknown) => error instanceof CallError && error.problem.status === 404;

/** What a guardian who is not the account's holder is told by the link of a text message, and where they object (PIPL 31). */
export function Objection() {
  const { token = '' } = useParams();
  const words = useMessages(guardianWords);
  const [objected, setObjected] = useState<Made>();
  const query = useQuery({
    queryKey: ['guardian', token],
    queryFn: ({ signal }) => api('guardian.notice', { params: { token } }, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div className="page-width max-w-form py-8">
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <h1 className="mb-4 text-3xl">{words.title}</h1>
      {objected ? (
        <Done objected={objected} />
      ) : isGone(query.error) ? (
        <Gone />
      ) : (
        <Loaded query={query} shape={2}>
          {(told) => <Decision told={told} token={token} onObjected={setObjected} />}
        </Loaded>
      )}
    </div>
  );
}

/** The same for a link that nobody made, one that was used, and one that is over. */
function Gone() {
  const words = useMessages(guardianWords);
  return (
    <EmptyState title={words.gone} action={<Link href={rules}>{words.rules}</Link>}>
      <p>{words.goneText}</p>
    </EmptyState>
  );
}

function Done({ objected: { code, dueAt } }: { objected: Made }) {
  const words = useMessages(guardianWords);
  const { date } = useFormats();
  return (
    <div className="grid gap-4">
      <Notice tone="success" title={words.done} live>
        <p className="mb-2">{words.doneText(code, date(lastDayOf(dueAt)))}</p>
        <p>{words.doneNext}</p>
      </Notice>
      <p>
        <Link href={rules}>{words.rules}</Link>
      </p>
    </div>
  );
}

function Decision(props: { told: Told; token: string; onObjected: (objected: Made) => void }) {
  const words = useMessages(guardianWords);
  return (
    <div className="grid gap-4">
      <p>{props.told.isReplaced ? words.replaced : words.lead}</p>
      <Facts told={props.told} />
      <section>
        <h2 className="mb-2 text-xl">{words.rights}</h2>
        <ul className="list-disc ps-6">
          {words.rightsList.map((right) => (
            <li key={right}>{right}</li>
          ))}
        </ul>
        <p className="mt-3">
          <Link href={rules}>{words.rules}</Link>
        </p>
      </section>
      {props.told.objection && <Objected objection={props.told.objection} />}
      {!props.told.objection && (isOver(props.told) ? <Notice>{words.over}</Notice> : <Answers {...props} />)}
      {!props.told.isReplaced && <Window token={props.token} />}
    </div>
  );
}

/** Whether it is too late to answer: the exam has begun. */
const isOver = ({ until }: Told) => Date.parse(until) <= Date.now();

/** What a guardian said, and what became of it: nothing is left to answer. */
function Objected({ objection }: { objection: NonNullable<Told['objection']> }) {
  const words = useMessages(guardianWords).objected;
  const { date, instant } = useFormats();
  return (
    <Notice title={words.title(instant(objection.objectedAt))} live>
      {objection.isUpheld ? (
        <p>{words.upheld(objection.code)}</p>
      ) : (
        <>
          <p>{words.open(objection.code, date(lastDayOf(objection.dueAt)))}</p>
          <p className="mt-2">{words.back(objection.code)}</p>
        </>
      )}
    </Notice>
  );
}

/** Agreeing, to the registration and apart from it that the child leaves alone, which is said before; or objecting. */
function Answers(props: { told: Told; token: string; onObjected: (objected: Made) => void }) {
  const words = useMessages(guardianWords);
  const { leaving, agreedAt } = props.told;
  return (
    <>
      {leaving !== null && agreedAt === null && <p className="mb-4">{words.leavesAloneNext}</p>}
      <Agreement key={`${props.told.subject} ${props.told.recipientVersion}`} told={props.told} token={props.token} />
      <Leaving key={props.told.subject} told={props.told} token={props.token} />
      <Ask token={props.token} onObjected={props.onObjected} />
    </>
  );
}

function Facts({ told: { examName, examDate, cityName, accountEnding, pickups, until, objection } }: { told: Told }) {
  const words = useMessages(guardianWords);
  const { date, deadline } = useFormats();
  return (
    <Card>
      <DescriptionList
        items={[
          { term: words.exam, detail: examName },
          { term: words.date, detail: examDate === null ? words.noDate : date(examDate) },
          ...(cityName === null ? [] : [{ term: words.city, detail: cityName }]),
          ...(pickups.length === 0
            ? []
            : [
                {
                  term: words.pickup,
                  detail: pickups.map((each) => words.comes(each.name, each.mobileEnding)).join(words.or),
                },
              ]),
          { term: words.account, detail: accountEnding === '' ? words.noNumber : words.ending(accountEnding) },
          ...(objection === null ? [{ term: words.until, detail: deadline(until) }] : []),
        ]}
      />
      <p className="mt-4 text-sm text-ink-2">{words.nameless}</p>
    </Card>
  );
}

type Answering = { told: Told; token: string };

/** Agrees to the registration, or also that the child leaves alone. What was read in other words meanwhile is read again. */
function useAgreeing({ told, token }: Answering, isLeavingAgreed: boolean) {
  const queries = useQueryClient();
  const queryKey = ['guardian', token];
  return useMutation({
    mutationFn: () => {
      const { subject, recipientVersion } = told;
      return api('guardian.agree', {
        params: { token },
        body: { subject, version: consentVersion, recipientVersion, isLeavingAgreed },
      });
    },
    onSuccess: ({ agreedAt, leavingAgreedAt }) =>
      queries.setQueryData<Told>(queryKey, {
        ...told,
        agreedAt,
        leaving: told.leaving && { ...told.leaving, agreedAt: leavingAgreedAt },
      }),
    onError: (error) => (isOutdated(error) ? queries.invalidateQueries({ queryKey }) : undefined),
  });
}

/** What agreeing says, to be ticked, and since when it holds. */
function Agreement(answering: Answering) {
  const { told } = answering;
  const words = useMessages(guardianWords);
  const { deadline, instant } = useFormats();
  const agree = useAgreeing(answering, false);
  if (isGone(agree.error)) return <Gone />;
  if (told.agreedAt !== null) return <Notice tone="success" title={words.agreed(instant(told.agreedAt))} live />;
  if (told.statement === null) return <Notice tone="warning">{words.notYet}</Notice>;
  return (
    <section>
      {told.mustAgree && <p className="mb-2">{words.mustAgree}</p>}
      {told.waitsUntil !== null && <p className="mb-2">{words.mayObject(deadline(told.waitsUntil))}</p>}
      <Ticked text={told.statement} missing={words.agreeFirst} label={words.agree} agree={agree} />
    </section>
  );
}

/** That the child leaves alone, where it was so chosen: asked apart, once the guardian has agreed that the child is registered. */
function Leaving(answering: Answering) {
  const { leaving, agreedAt } = answering.told;
  const words = useMessages(guardianWords);
  const { instant } = useFormats();
  const agree = useAgreeing(answering, true);
  if (leaving === null || agreedAt === null) return null;
  if (leaving.agreedAt !== null)
    return <Notice tone="success" title={words.leavingAgreed(instant(leaving.agreedAt))} live />;
  return (
    <section>
      <p className="mb-2">{words.leavesAlone}</p>
      <Ticked text={leaving.statement} missing={words.leavingFirst} label={words.agreeToLeaving} agree={agree} />
    </section>
  );
}

type Tick = { text: string; missing: string; label: string; agree: { isPending: boolean; mutate: () => void } };

function Ticked(props: Tick) {
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <StatementBox
        text={props.text}
        error={isMissing && !isTicked ? props.missing : undefined}
        checked={isTicked}
        onChange={(event) => setTicked(event.target.checked)}
      />
      <Button busy={props.agree.isPending} onClick={() => (isTicked ? props.agree.mutate() : setMissing(true))}>
        {props.label}
      </Button>
    </>
  );
}

/** Opening the link changes nothing: only this and agreeing do, after a question. */
function Ask({ token, onObjected }: { token: string; onObjected: (objected: Made) => void }) {
  const words = useMessages(guardianWords);
  const [isAsking, setAsking] = useState(false);
  const object = useMutation({
    mutationFn: () => api('guardian.object', { params: { token } }),
    onSuccess: onObjected,
    onError: () => setAsking(false),
  });
  if (isGone(object.error)) return <Gone />;
  return (
    <div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {words.object}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={words.question}
        confirmLabel={words.confirm}
        busy={object.isPending}
        onConfirm={() => object.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{words.questionText}</p>
      </ConfirmDialog>
    </div>
  );
}
