import type { CataloguePage } from '@exam/contract/staff';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Notice } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../app/session.ts';
import { unreadIn } from '../../fields/index.ts';
import { catalogueWords } from '../../messages/catalogue.ts';
import { pageWords } from '../../messages/page.ts';
import { loadAgain, Refusal, useStaffAction } from '../../page/index.ts';
import { Editor, useTyped } from './editor/editor.tsx';

type Initial = NonNullable<CataloguePage['published']>;

/** The content of a line, product or subject, to be written where the reader may. */
export function ContentForm({ page, initial }: { page: CataloguePage; initial: Initial }) {
  const words = useMessages(catalogueWords);
  const { draft } = page;
  const typed = useTyped(initial);
  const [isFollowed, setFollowed] = useState(draft?.repricesSessions ?? false);
  const [isTried, setTried] = useState(false);
  const save = useStaffAction('catalogue.save', { isQuiet: true, done: words.saved });
  const isReadOnly = useReadOnly(page);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unread = unreadIn(event.currentTarget);
    if (unread !== null) return unread.focus();
    setTried(true);
    if (!typed.isWhole) return;
    const body = { version: draft?.version ?? null, content: typed.content, repricesSessions: isFollowed };
    save.act({ params: { kind: page.kind, id: page.id }, body });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Standing page={page} />
      <Editor
        typed={typed}
        isPublished={page.published !== null}
        isReadOnly={isReadOnly}
        problems={draft?.problems ?? []}
        refusal={save.problem}
      />
      {typed.content.kind === 'subject' && typed.content.fees !== null && (
        <CheckboxField
          label={words.reprices}
          hint={words.repricesHint(page.sessionsToCome)}
          checked={isFollowed}
          disabled={isReadOnly}
          onChange={(event) => setFollowed(event.target.checked)}
        />
      )}
      {isTried && !typed.isWhole && (
        <Notice tone="error" live>
          {words.correct}
        </Notice>
      )}
      <Refusal problem={save.problem} />
      {!isReadOnly && <SaveButton isBusy={save.isBusy} isConflict={save.isConflict} />}
    </form>
  );
}

/** What is asked for, or planned as the first publication, cannot be changed; those who may only read change nothing. */
function useReadOnly({ published, draft }: CataloguePage): boolean {
  const may = useMay();
  const isPlannedFirst = published === null && draft === null;
  return !may('catalogue:write') || isPlannedFirst || (draft !== null && draft.proposal !== null);
}

function Standing({ page: { draft } }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const may = useMay();
  if (draft === null)
    return <p className="mb-3 text-ink-2">{may('catalogue:write') ? words.noDraft : words.readOnly}</p>;
  return (
    <p className="mb-3 text-ink-2">
      {words.draftBy(draft.editors.join(words.nameSeparator))} · {words.savedAt} <InstantText at={draft.savedAt} />
    </p>
  );
}

function SaveButton({ isBusy, isConflict }: { isBusy: boolean; isConflict: boolean }) {
  const words = useMessages(catalogueWords);
  const page = useMessages(pageWords);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button type="submit" busy={isBusy}>
        {words.save}
      </Button>
      {isConflict && (
        <Button variant="secondary" onClick={() => void loadAgain()}>
          {page.loadAgain}
        </Button>
      )}
    </div>
  );
}
