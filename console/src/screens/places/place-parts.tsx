import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, StatusTag } from '@exam/ui/parts';
import type { ListColumn } from '../../list/staff-list.tsx';
import { placesWords } from '../../messages/places.ts';
import type { FieldErrors } from '../../page/index.ts';

const statuses = ['Active', 'Inactive'] as const;
type Status = (typeof statuses)[number];

/** A button that opens what a row is changed with. */
export function EditButton({ code, onOpen }: { code: string; onOpen: () => void }) {
  const { edit } = useMessages(placesWords);
  return (
    <Button variant="quiet" small aria-label={`${edit} ${code}`} onClick={onOpen}>
      {edit}
    </Button>
  );
}

type Place = { code: string; nameEn: string; nameZh: string; status: Status };

/** The columns that lists of places share, and the button to change one for whoever may. */
export function usePlaceColumns<Row extends Place>(open: ((row: Row) => void) | null) {
  const words = useMessages(placesWords);
  const code: ListColumn<Row> = {
    key: 'code',
    header: words.code,
    sort: 'code',
    cell: (row) => <span lang="en-GB">{row.code}</span>,
  };
  const names: ListColumn<Row>[] = [
    { key: 'nameZh', header: words.nameZh, cell: (row) => row.nameZh },
    { key: 'nameEn', header: words.nameEn, cell: (row) => <span lang="en-GB">{row.nameEn}</span> },
  ];
  const status: ListColumn<Row> = {
    key: 'status',
    header: words.status,
    cell: (row) => (
      <StatusTag tone={row.status === 'Active' ? 'jade' : 'plain'}>{words.statuses[row.status]}</StatusTag>
    ),
  };
  const edit: ListColumn<Row>[] =
    open === null
      ? []
      : [
          {
            key: 'act',
            header: words.edit,
            cell: (row) => <EditButton code={row.code} onOpen={() => open(row)} />,
          },
        ];
  return { code, names, status, edit };
}

/** The choice of whether a place is in use, for filters and fields. */
export function useStatusOptions(): { value: Status; label: string }[] {
  const words = useMessages(placesWords);
  return statuses.map((value) => ({ value, label: words.statuses[value] }));
}

/** Whether a place is in use, to be chosen. */
export function StatusField(props: { status: Status; hint?: string; onChange: (status: Status) => void }) {
  const words = useMessages(placesWords);
  return (
    <SelectField
      label={words.status}
      hint={props.hint}
      value={props.status}
      placeholder={null}
      options={useStatusOptions()}
      onChange={({ target }) => props.onChange(target.value === 'Inactive' ? 'Inactive' : 'Active')}
    />
  );
}

type Text = 'code' | 'nameZh' | 'nameEn' | 'email' | 'phone';

/** Texts of a place, one below the other. */
export function PlaceTexts<N extends Text>(props: {
  names: readonly N[];
  typed: Readonly<Record<N, string>>;
  errors: FieldErrors;
  max?: number;
  change: (name: N, value: string) => void;
}) {
  const words = useMessages(placesWords);
  const { names, typed, errors, max = 100, change } = props;
  return names.map((name) => (
    <TextField
      key={name}
      label={words[name]}
      hint={name === 'code' ? words.codeHint : undefined}
      type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      maxLength={name === 'code' ? 20 : max}
      value={typed[name]}
      error={errors(name)}
      onChange={(event) => change(name, event.target.value)}
    />
  ));
}
