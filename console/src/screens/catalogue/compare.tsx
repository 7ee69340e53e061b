import type { CatalogueContentInput } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { Table } from '@exam/ui/parts';
import { catalogueWords } from '../../messages/catalogue.ts';
import { useLabelOf, useValueOf } from './values.tsx';

/** Two states of something side by side, field by field: only what differs. */
export function Compare(props: {
  before: CatalogueContentInput | null;
  after: CatalogueContentInput;
  changed: readonly string[];
  caption: string;
  heads: { before: string; after: string };
}) {
  const { before, after, heads } = props;
  const words = useMessages(catalogueWords);
  const labelOf = useLabelOf();
  if (props.changed.length === 0) return <p>{words.nothingChanged}</p>;
  return (
    <Table
      caption={props.caption}
      rows={props.changed}
      rowKey={(field) => field}
      columns={[
        { key: 'field', header: words.field, cell: labelOf },
        ...(before === null
          ? []
          : [
              {
                key: 'before',
                header: heads.before,
                cell: (field: string) => <Value content={before} field={field} />,
              },
            ]),
        { key: 'after', header: heads.after, cell: (field) => <Value content={after} field={field} /> },
      ]}
    />
  );
}

/** The value of one field; English texts are marked as such. */
function Value({ content, field }: { content: CatalogueContentInput; field: string }) {
  const valueOf = useValueOf();
  const { none } = useMessages(catalogueWords).fields;
  const lines = valueOf(content, field);
  const language = field.endsWith('En') ? 'en-GB' : undefined;
  if (lines.length === 0) return <span className="text-ink-2">{none}</span>;
  return (
    <ul lang={language} className="catalogue-value">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
