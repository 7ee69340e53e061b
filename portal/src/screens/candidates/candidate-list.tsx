import type { SavedCandidate } from '@exam/contract/entities';
import { Field } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, FilterChips } from '@exam/ui/parts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { candidateImportWords } from '../../messages/candidate-import.ts';
import { candidatesWords } from '../../messages/candidates.ts';
import { CandidateEditor } from './candidate-editor.tsx';
import { CandidateResults } from './candidate-results.tsx';
import { DeleteCandidate } from './delete-candidate.tsx';
import { ImportCandidates } from './import/import-candidates.tsx';
import { useListAddress, type AgeFilter, type ListAddress } from './list-address.ts';

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** The list and the form share an address: whoever goes from one to the other starts at its heading. */
function useArrivalAt(form: string | null): void {
  const before = useRef(form);
  useEffect(() => {
    if (before.current === form) return;
    before.current = form;
    window.scrollTo(0, 0);
    focusHeading();
  }, [form]);
}

/** My candidates: search, filter by age, add, edit, delete. */
export function CandidateList() {
  const words = useMessages(candidatesWords).list;
  const importWords = useMessages(candidateImportWords);
  const [address, go, close] = useListAddress();
  const [asked, setAsked] = useState<SavedCandidate | null>(null);
  useArrivalAt(address.form);
  if (address.form === 'import') return <ImportCandidates onClose={close} />;
  if (address.form !== null) {
    return <CandidateEditor id={address.form === 'new' ? null : address.form} onClose={close} />;
  }
  return (
    <div className="page-width py-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">{words.title}</h1>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => go({ form: 'import' })}>
            {importWords.open}
          </Button>
          <Button onClick={() => go({ form: 'new' })}>{words.add}</Button>
        </div>
      </div>
      <p className="mb-6 text-ink-2">{words.intro}</p>
      <SearchBox address={address} go={go} />
      <CandidateResults address={address} go={go} onDelete={setAsked} />
      <DeleteCandidate
        candidate={asked}
        onDone={({ isDeleted }) => {
          setAsked(null);
          if (isDeleted) requestAnimationFrame(focusHeading);
        }}
      />
    </div>
  );
}

function SearchBox({ address, go }: { address: ListAddress; go: (part: Partial<ListAddress>) => void }) {
  const { list, ages } = useMessages(candidatesWords);
  const [typed, setTyped] = useState(address.keyword);
  const [searched, setSearched] = useState(address.keyword);
  if (searched !== address.keyword) {
    // Another search came by Back or by "show all".
    setSearched(address.keyword);
    setTyped(address.keyword);
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    go({ keyword: typed.trim(), page: 1 });
  };
  const options: { value: AgeFilter; label: string }[] = [
    { value: '', label: list.everyAge },
    { value: 'U11', label: ages.U11 },
    { value: 'U18', label: ages.U18 },
    { value: 'Adults', label: ages.Adults },
  ];
  return (
    <div className="mb-6">
      <search>
        <form className="-mb-2 max-w-form" onSubmit={onSubmit}>
          <Field label={list.searchLabel}>
            {(control) => (
              <div className="beside">
                <input
                  {...control}
                  className="input"
                  type="search"
                  name="q"
                  autoComplete="off"
                  maxLength={100}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
                <Button type="submit" variant="secondary">
                  {list.searchButton}
                </Button>
              </div>
            )}
          </Field>
        </form>
      </search>
      <FilterChips
        label={list.ageFilter}
        name="age"
        options={options}
        value={address.age}
        onChange={(age) => go({ age, page: 1 })}
      />
    </div>
  );
}
