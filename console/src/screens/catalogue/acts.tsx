import type { CataloguePage } from '@exam/contract/staff';
import { RadioTiles } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField } from '../../fields/index.ts';
import { useMay } from '../../app/session.ts';
import { catalogueWords } from '../../messages/catalogue.ts';
import { ActionButton, ActionDialog } from '../../page/index.ts';

type Draft = NonNullable<CataloguePage['draft']>;
type Part = { page: CataloguePage; draft: Draft };

/** What can be done with a draft: publish or ask for it, and give it up. */
export function DraftActs({ page, draft }: Part) {
  const words = useMessages(catalogueWords);
  const may = useMay();
  const [open, setOpen] = useState<'ask' | 'publish' | null>(null);
  if (draft.proposal !== null) return null;
  const isReady = draft.problems.length === 0 && draft.changed.length > 0;
  const mayPublish = may('catalogue:publish');
  const where = { kind: page.kind, id: page.id };
  return (
    <>
      {mayPublish && isReady && !isForAnother(draft) && (
        <Button small onClick={() => setOpen('publish')}>
          {words.publish}
        </Button>
      )}
      {may('catalogue:write') && isReady && (
        <Button small variant={mayPublish ? 'secondary' : 'primary'} onClick={() => setOpen('ask')}>
          {words.ask}
        </Button>
      )}
      {may('catalogue:write') && (
        <ActionButton
          label={words.discard}
          variant="quiet"
          isDangerous
          call="catalogue.discard"
          request={() => ({ params: where, body: { version: draft.version } })}
          confirmLabel={words.discard}
          done={words.discarded}
        >
          <p>{page.published === null ? words.discardNewText : words.discardText}</p>
        </ActionButton>
      )}
      {open !== null && <PublishDialog act={open} page={page} draft={draft} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Who wrote a price does not publish it (S-16). */
function isForAnother({ needsSecondPerson, isOwn }: Draft): boolean {
  return needsSecondPerson && isOwn;
}

type When = 'now' | 'later';

/** When it is to hold, and why. */
function PublishDialog({ act, page, draft, onClose }: Part & { act: 'ask' | 'publish'; onClose: () => void }) {
  const words = useMessages(catalogueWords);
  const [when, setWhen] = useState<When>('now');
  const [day, setDay] = useState('');
  const isDayRight = when === 'now' || day > page.today;
  const request = (reason: string) => ({
    params: { kind: page.kind, id: page.id },
    body: { version: draft.version, effectiveFrom: when === 'now' ? null : day, reason },
  });
  const fields = (
    <>
      <p className="mb-3">{act === 'ask' ? words.askText : words.publishText}</p>
      <RadioTiles
        label={words.when}
        name="when"
        value={when}
        options={[
          { value: 'now', label: words.now },
          { value: 'later', label: words.later },
        ]}
        onChange={(event) => setWhen(event.target.value === 'later' ? 'later' : 'now')}
      />
      {when === 'later' && (
        <DayField
          label={words.day}
          value={day}
          error={day !== '' && !isDayRight ? words.dayNeeded : undefined}
          onChange={setDay}
        />
      )}
    </>
  );
  const shared = { request, onClose, reason: 'needed' as const, isReady: isDayRight, children: fields };
  return act === 'ask' ? (
    <ActionDialog {...shared} title={words.ask} call="catalogue.ask" confirmLabel={words.ask} done={words.asked} />
  ) : (
    <ActionDialog
      {...shared}
      title={words.publish}
      call="catalogue.publish"
      confirmLabel={words.publish}
      done={({ isInForce }) => (isInForce ? words.publishedNow : words.publishedLater)}
    />
  );
}

/** Somebody waits for the decision about this draft. */
export function AskedNotice({ proposal }: { proposal: NonNullable<Draft['proposal']> }) {
  const words = useMessages(catalogueWords);
  const formats = useFormats();
  const { effectiveFrom } = proposal;
  const when = effectiveFrom === null ? words.atOnce : words.fromDay(formats.date(effectiveFrom));
  const params = { id: proposal.id };
  return (
    <Notice tone="info">
      <p>{words.waits({ by: proposal.proposedBy, when })}</p>
      <p className="text-ink-2">{proposal.reason}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {proposal.canDecide && (
          <>
            <ActionButton
              label={words.approve}
              variant="primary"
              call="approvals.approve"
              request={(reason) => ({ params, body: { reason: reason === '' ? null : reason } })}
              reason="optional"
              confirmLabel={words.approve}
              done={words.approved}
            >
              <p className="mb-3">{words.publishText}</p>
            </ActionButton>
            <ActionButton
              label={words.reject}
              call="approvals.reject"
              request={(reason) => ({ params, body: { reason } })}
              reason="needed"
              confirmLabel={words.reject}
              done={words.rejected}
            />
          </>
        )}
        {proposal.isOwn && (
          <ActionButton
            label={words.takeBack}
            call="approvals.takeBack"
            request={(reason) => ({ params, body: { reason } })}
            reason="needed"
            confirmLabel={words.takeBack}
            done={words.takenBack}
          />
        )}
      </div>
    </Notice>
  );
}

/** What is published for a day to come, with the way back. */
export function Planned({ page }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const formats = useFormats();
  const may = useMay();
  return page.planned.map((plan) => (
    <Notice key={plan.id} tone={plan.failures.length > 0 ? 'warning' : 'info'} title={words.planned}>
      <p>{words.plannedText({ date: formats.date(plan.effectiveFrom), by: plan.publishedBy })}</p>
      <p className="text-ink-2">{plan.reason}</p>
      {plan.failures.length > 0 && (
        <>
          <p>{words.failed}</p>
          <ul className="list-disc ps-5">
            {plan.failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </>
      )}
      {may('catalogue:publish') && (
        <div className="mt-2">
          <ActionButton
            label={words.takeBack}
            call="catalogue.takeBack"
            request={(reason) => ({
              params: { kind: page.kind, id: page.id, draftId: plan.id },
              body: { version: plan.version, reason },
            })}
            reason="needed"
            confirmLabel={words.takeBack}
            done={words.takenBack}
          >
            <p className="mb-3">{words.takeBackText}</p>
          </ActionButton>
        </div>
      )}
    </Notice>
  ));
}
