import type { RightsRequest } from '@exam/contract/entities';
import type { RightsRequestStatus } from '@exam/contract/machines';
import { lastDayOf } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { StatusTag, type Tone } from '@exam/ui/parts';
import { ownDataWords } from '../../messages/own-data.ts';
import { Section } from '../account/section.tsx';
import { Loaded } from './loaded.tsx';
import { useRequests } from './queries.ts';

const tones: Readonly<Record<RightsRequestStatus, Tone>> = {
  Received: 'amber',
  InReview: 'amber',
  Answered: 'jade',
  Refused: 'plain',
};

/** What was asked, each with its receipt, its clock and the answer; and what guardians objected to, which is theirs. */
export function Requests() {
  const words = useMessages(ownDataWords).requests;
  const query = useRequests();
  return (
    <Loaded query={query}>
      {(requests) => {
        const objections = requests.filter(isObjection);
        return (
          <>
            <Section id="requests" title={words.title}>
              <List requests={requests.filter((request) => !isObjection(request))} />
            </Section>
            {objections.length > 0 && (
              <Section id="objections" title={words.objections}>
                <p className="mb-4 text-ink-2">{words.objectionsText}</p>
                <List requests={objections} />
              </Section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const isObjection = ({ kind }: RightsRequest) => kind === 'Objection';

function List({ requests }: { requests: readonly RightsRequest[] }) {
  const words = useMessages(ownDataWords).requests;
  if (requests.length === 0) return <p>{words.none}</p>;
  return (
    <ul className="grid gap-5">
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  );
}

/** One request with its clock and its answer. */
export function Request({ request }: { request: RightsRequest }) {
  const words = useMessages(ownDataWords);
  const { date, instant } = useFormats();
  const isOpen = request.answeredAt === null;
  return (
    <li className="border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-2 text-lg">
        {words.kinds[request.kind]}
        {request.candidateName !== null && <span translate="no">{request.candidateName}</span>}
        <StatusTag tone={tones[request.status]}>{words.statuses[request.status]}</StatusTag>
      </h3>
      <p className="text-ink-2">
        {words.requests.receipt(request.code)} · {words.requests.received(instant(request.receivedAt))} ·{' '}
        {request.answeredAt === null
          ? (isObjection(request) ? words.requests.decides : words.requests.due)(date(lastDayOf(request.dueAt)))
          : words.requests.answered(instant(request.answeredAt))}
      </p>
      {request.waitsUntil !== null && request.status !== 'Refused' && (
        <p className="text-ink-2">{words.requests.waits(instant(request.waitsUntil))}</p>
      )}
      {request.wish !== '' && (
        <p className="mt-2">
          <span className="font-bold">{isObjection(request) ? words.requests.about : words.requests.wish}:</span>{' '}
          {request.wish}
        </p>
      )}
      {!isOpen && request.answer !== '' && (
        <p className="mt-2">
          <span className="font-bold">{words.requests.answer}:</span> {request.answer}
        </p>
      )}
    </li>
  );
}
