import { isMinorNameMasked } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { pageWords } from '../../messages/page.ts';
import { AskStanding } from './ask-access.tsx';

/** Where rows of the console name people. */
type Naming = {
  candidateName?: string | null;
  candidateNames?: string;
  lastName?: string;
  firstName?: string;
  record?: unknown;
};

type MaskedNamesProps = {
  rows: readonly unknown[];
  /** Within another dialog, which has no place for a second one. */
  isInDialog?: true;
};

/**
 * Says once beside a list why its names are masked, and how one comes by an approval (decision 0024); nothing where none is masked.
 * @param props.rows the rows on show, or whatever else names people as they do.
 */
export function MaskedNames({ rows, isInDialog }: MaskedNamesProps) {
  return rows.some(isMasked) ? <Why isInDialog={isInDialog === true} /> : null;
}

function isMasked(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const { candidateName, candidateNames, lastName, firstName, record }: Naming = row;
  const names = [candidateName, candidateNames, lastName, firstName, nameIn(record)];
  return names.some((name) => typeof name === 'string' && isMinorNameMasked(name));
}

function nameIn(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'name' in record ? record.name : null;
}

function Why({ isInDialog }: { isInDialog: boolean }) {
  const words = useMessages(pageWords).minors;
  return (
    <div className="my-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <p className="max-w-prose">{words.masked}</p>
      {!isInDialog && (
        <span className="-ms-3.5">
          <AskStanding variant="quiet" />
        </span>
      )}
    </div>
  );
}
