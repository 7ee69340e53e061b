import type { SessionDetail } from '@exam/contract/staff';
import { RadioTiles, SelectField, TextField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { MomentField } from '../../fields/index.ts';
import type { BulkAction, BulkDialogProps } from '../../list/bulk-bar.tsx';
import { ChangeMany, quietly, type Many } from '../../list/change-many.tsx';
import { manyWords } from '../../messages/many.ts';
import type { SessionsMessages } from '../../messages/en/sessions.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { optionsOf, useChoices } from './choices.ts';
import { instantOfLocal } from './price-fields.tsx';

/** What may be done with several sessions: each is done by the same call as on the page of one. */
export const actsOnMany = (words: SessionsMessages): BulkAction[] => [
  { key: 'venue', label: words.many.venue, dialog: Venues },
  { key: 'capacity', label: words.changeCapacity, dialog: Capacities },
  { key: 'end', label: words.many.end, dialog: Ends },
];

function Venues(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const { venues } = useChoices();
  const [venueId, setVenueId] = useState('');
  const chosen = venues.find(({ id }) => id === venueId);
  return (
    <ChangeMany
      {...props}
      {...useSessions('edit')}
      title={words.many.venue}
      isReady={chosen !== undefined}
      leftOut={({ cityId, venueId: current }) =>
        cityId !== chosen?.cityId ? words.many.otherCity : current === venueId ? words.many.already : null
      }
      change={({ id, version }, reason) =>
        staffApi('sessions.edit', { params: { id }, body: { version, venueId, reason } }, quietly())
      }
      fields={(sessions) => (
        <>
          <p className="mb-3">{words.editText}</p>
          <SelectField
            label={words.venue}
            value={venueId}
            options={optionsOf(venues.filter(({ cityId }) => sessions.some((session) => session.cityId === cityId)))}
            onChange={(event) => setVenueId(event.target.value)}
          />
        </>
      )}
    />
  );
}

function Capacities(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const [seat, setSeat] = useState('');
  return (
    <ChangeMany
      {...props}
      {...useSessions('changeCapacity')}
      title={words.changeCapacity}
      isReady={/^\d{1,5}$/.test(seat)}
      leftOut={(session) => (Number(seat) < takenIn(session) ? words.many.taken(takenIn(session)) : null)}
      change={({ id, version }, reason) =>
        staffApi(
          'sessions.changeCapacity',
          { params: { id }, body: { version, seat: Number(seat), reason } },
          quietly(),
        )
      }
      fields={() => (
        <TextField
          label={words.capacity}
          inputMode="numeric"
          maxLength={5}
          value={seat}
          onChange={(event) => setSeat(event.target.value)}
        />
      )}
    />
  );
}

/** Registration ends now, or at a moment; whatever was to open later opens when it was to. */
function Ends(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const [isNow, setNow] = useState(true);
  const [closes, setCloses] = useState('');
  const at = instantOfLocal(closes);
  return (
    <ChangeMany
      {...props}
      {...useSessions('changeWindow')}
      title={words.many.end}
      isReady={isNow || at !== null}
      leftOut={({ availability }) =>
        isNow && availability !== 'Available' && availability !== 'Full' ? words.many.notOpen : null
      }
      change={({ id, version, publishStartAt }, reason) =>
        staffApi(
          'sessions.changeWindow',
          { params: { id }, body: { version, publishStartAt, publishEndAt: isNow ? null : at, reason } },
          quietly(),
        )
      }
      fields={() => (
        <>
          <RadioTiles
            label={words.closes}
            name="end"
            value={isNow ? 'now' : 'at'}
            onChange={(event) => setNow(event.target.value === 'now')}
            options={[
              { value: 'now', label: words.closeNow, hint: words.closeNowText },
              { value: 'at', label: words.many.endAt, hint: words.windowText },
            ]}
          />
          {!isNow && <MomentField label={words.many.endAt} required value={closes} onChange={setCloses} />}
        </>
      )}
    />
  );
}

const takenIn = ({ held, confirmed }: SessionDetail) => held + confirmed;

/** What all acts on several sessions have in common: an act that a session's state does not allow leaves it out. */
function useSessions(act: SessionDetail['actions'][number]) {
  const words = useMessages(sessionsWords).many;
  const { notNow } = useMessages(manyWords);
  const formats = useFormats();
  const many: Many<SessionDetail> = {
    key: 'chosenSessions',
    read: readAll,
    nameOf: ({ productName, examDate, startTime, venueName, cityName }) =>
      `${productName}, ${formats.date(examDate)} ${startTime}, ${venueName ?? cityName}`,
    noteOf: (session) => words.places(takenIn(session)),
    touched: (sessions) =>
      words.touched({
        sessions: sessions.length,
        people: sessions.reduce((sum, session) => sum + takenIn(session), 0),
      }),
    done: words.done,
  };
  return {
    many,
    confirmLabel: words.change,
    reason: 'needed' as const,
    notNow: ({ actions }: SessionDetail) => (actions.includes(act) ? null : notNow),
  };
}

async function readAll(ids: readonly string[], signal: AbortSignal): Promise<SessionDetail[]> {
  const sessions: SessionDetail[] = [];
  for (const id of ids) sessions.push(await staffApi('sessions.get', { params: { id } }, { signal, isQuiet: true }));
  return sessions;
}
