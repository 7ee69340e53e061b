import { TextField } from '@exam/ui/form';
import { localeOf, useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { useMay } from '../../app/session.ts';
import { postTestWords } from '../../messages/post-test.ts';
import { ActionDialog } from '../../page/index.ts';

const empty = { month: '', nameEn: '', nameZh: '' };

/** What a series is called by its month in both languages, until somebody gives it another name. */
function namesOf(month: string) {
  const [year = '', ofYear = ''] = month.split('-');
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return { nameEn: '', nameZh: '' };
  const nameIn = (locale: string) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(Number(year), Number(ofYear) - 1),
    );
  return { nameEn: nameIn(localeOf.en), nameZh: nameIn(localeOf.zh) };
}

/** Adds a series of exams of an awarding body, for whoever may. */
export function NewSeries({ productId }: { productId: string }) {
  const words = useMessages(postTestWords).offer;
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('postTest:write')) return null;
  return (
    <div className="my-4">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.addSeries}
      </Button>
      {isOpen && <SeriesDialog productId={productId} onClose={() => setOpen(false)} />}
    </div>
  );
}

function SeriesDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const words = useMessages(postTestWords).offer;
  const [typed, setTyped] = useState(empty);
  const names = ['nameEn', 'nameZh'] as const;
  return (
    <ActionDialog
      title={words.addSeries}
      call="postTests.addSeries"
      request={(reason) => ({ body: { productId, ...typed, reason } })}
      confirmLabel={words.save}
      reason="needed"
      done={words.saved}
      isReady={namesOf(typed.month).nameEn !== '' && names.every((name) => typed[name].trim() !== '')}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className="mb-3 text-ink-2">{words.seriesHint}</p>
          <TextField
            type="month"
            label={words.month}
            hint={words.monthHint}
            required
            value={typed.month}
            error={errors('month')}
            onChange={({ target: { value } }) => setTyped({ month: value, ...namesOf(value) })}
          />
          {names.map((name) => (
            <TextField
              key={name}
              label={words[name]}
              required
              maxLength={60}
              value={typed[name]}
              error={errors(name)}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ))}
        </>
      )}
    </ActionDialog>
  );
}
