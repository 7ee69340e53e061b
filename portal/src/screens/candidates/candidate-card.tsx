import type { SavedCandidate } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Tag } from '@exam/ui/parts';
import { Fragment } from 'react';
import { candidatesWords } from '../../messages/candidates.ts';
import { withChinese } from '../../page/candidates.ts';

/** The name as it is printed: surname first; only the surname where the document shows no given name. */
export function nameOf({ lastName, firstName }: { lastName: string; firstName: string }): string {
  return [lastName, firstName].filter(Boolean).join(' ');
}

/** A saved candidate with the document masked. */
export function CandidateCard(props: { candidate: SavedCandidate; onEdit: () => void; onDelete: () => void }) {
  const { candidate } = props;
  const words = useMessages(candidatesWords);
  const formats = useFormats();
  const name = nameOf(candidate);
  const guardian = candidate.guardianModel;
  const facts = [
    { term: words.list.document, detail: `${words.idTypes[candidate.idType]} ${candidate.idNo}` },
    { term: words.list.bornOn, detail: formats.date(candidate.dob) },
    { term: words.form.genderLabel, detail: words.genders[candidate.gender] },
    ...(candidate.isMinor && guardian !== null ? [{ term: words.list.guardian, detail: guardian.name }] : []),
  ];
  return (
    <li className="card flex flex-col">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-xl">{withChinese(name, candidate.nameZh)}</h2>
        <Tag tone={candidate.isMinor ? 'amber' : 'plain'}>{words.ages[candidate.candidateAgeType]}</Tag>
      </div>
      <dl className="grid gap-x-4 gap-y-1.5 py-2 grid-cols-[6rem_minmax(0,1fr)]">
        {facts.map(({ term, detail }) => (
          <Fragment key={term}>
            <dt className="text-ink-2">{term}</dt>
            <dd className="tabular-nums">{detail}</dd>
          </Fragment>
        ))}
      </dl>
      {candidate.isMinor && guardian === null && (
        <p className="py-2 font-bold text-seal">{words.list.guardianMissing}</p>
      )}
      {candidate.keptUntil !== null && (
        <p className="py-2 text-sm text-ink-2">{words.list.keptUntil(formats.deadline(candidate.keptUntil))}</p>
      )}
      <div className="-mx-3 mt-auto flex flex-wrap gap-2 pt-2">
        <Button variant="quiet" small aria-label={words.list.editWho(name)} onClick={props.onEdit}>
          {words.list.edit}
        </Button>
        <Button variant="quiet" small aria-label={words.list.deleteWho(name)} onClick={props.onDelete}>
          {words.list.delete}
        </Button>
      </div>
    </li>
  );
}
