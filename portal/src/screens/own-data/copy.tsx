import type { OwnCopy } from '@exam/contract/entities';
import { CheckboxField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Link, Notice } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { keepFile } from '../../app/files/save-file.ts';
import { ownDataWords } from '../../messages/own-data.ts';
import { Proving, useWithProof } from '../account/proving.tsx';
import { CopyParts } from './copy-parts.tsx';

/** A copy of everything, to read, to print and to save (PIPL 45). */
export function DataCopy() {
  return (
    <Proving>
      <Making />
    </Proving>
  );
}

function Making() {
  const words = useMessages(ownDataWords);
  const withProof = useWithProof();
  const [isWhole, setWhole] = useState(false);
  const make = useMutation({
    mutationFn: () => withProof(() => api('rights.copy', { body: { isWhole } }, { isQuiet: true })),
  });
  const copy = make.data ?? null;
  return (
    <div className="page-width py-8">
      <p className="no-print mb-2">
        <Link href="/candidate/account/privacy">{words.backToData}</Link>
      </p>
      <h1 className="mb-2 text-3xl">{words.copy.title}</h1>
      <p className="mb-6 text-ink-2">{words.copy.lead}</p>
      <div className="no-print mb-6 max-w-3xl">
        <CheckboxField
          label={words.copy.isWhole}
          hint={words.copy.isWholeHint}
          checked={isWhole}
          onChange={({ target }) => setWhole(target.checked)}
        />
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          {words.copy.make}
        </Button>
      </div>
      {copy !== null && <Made copy={copy} />}
    </div>
  );
}

function Made({ copy }: { copy: OwnCopy }) {
  const words = useMessages(ownDataWords).copy;
  const { instant } = useFormats();
  const save = () => {
    const file = new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' });
    keepFile(file, `${copy.request.code}.json`);
  };
  return (
    <>
      <Notice live tone={copy.isWhole ? 'warning' : 'info'} title={words.made(copy.request.code, instant(copy.madeAt))}>
        <p>{copy.isWhole ? words.whole : words.masked}</p>
        <div className="no-print mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={save}>
            {words.save}
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            {words.print}
          </Button>
        </div>
      </Notice>
      <CopyParts copy={copy} />
    </>
  );
}
