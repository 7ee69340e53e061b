import { catalogueKinds } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { InstantText, LinkButton, StatusTag } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { Filter } from '../../list/filters.tsx';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { catalogueWords } from '../../messages/catalogue.ts';
import { PageHead } from '../../page/index.ts';
import { useCatalogueChoices, useNameOf, useOptions } from './choices.ts';

type Item = StaffReply<'catalogue.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('catalogue.search', { body }, { signal, isQuiet: true });

const states = ['Published', 'Draft', 'Asked', 'Planned', 'Failed', 'Archived'] as const;

/** Lines, products and subjects with what is under way about each. */
export function Catalogue() {
  const words = useMessages(catalogueWords);
  const may = useMay();
  const nameOf = useNameOf();
  const columns = useColumns();
  const filters = useFilters();
  const make = catalogueKinds.map((kind) => (
    <LinkButton key={kind} small variant="secondary" href={`/catalogue/new?kind=${kind}`}>
      {words.make[kind]}
    </LinkButton>
  ));
  return (
    <>
      <PageHead title={words.title} lead={words.intro} actions={may('catalogue:write') ? make : undefined} />
      <StaffList
        name="catalogue.search"
        caption={words.title}
        columns={columns}
        filters={filters}
        load={load}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowHref={({ kind, id }) => `/catalogue/${kind}/${id}`}
        canExport={may('catalogue:export')}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<Item>[] {
  const words = useMessages(catalogueWords);
  const nameOf = useNameOf();
  const isChinese = useLanguage().language === 'zh';
  return [
    {
      key: 'code',
      header: words.fields.labels.code,
      sort: 'code',
      cell: ({ code }) => <span lang="en-GB">{code}</span>,
    },
    { key: isChinese ? 'nameZh' : 'nameEn', header: words.name, cell: nameOf },
    {
      key: 'kind',
      header: words.kind,
      value: 'words',
      words: words.kinds,
      cell: (item) => words.kinds[item.kind],
    },
    {
      key: isChinese ? 'parentZh' : 'parentEn',
      header: words.parent,
      cell: ({ parentEn, parentZh }) =>
        parentEn === null || parentZh === null ? '–' : nameOf({ nameEn: parentEn, nameZh: parentZh }),
    },
    {
      key: 'state',
      header: words.state,
      value: 'words',
      words: words.states,
      cell: (item) => <States item={item} />,
    },
    {
      key: 'changedAt',
      value: 'instant',
      header: words.changedAt,
      sort: 'changedAt',
      cell: ({ changedAt }) => (changedAt === null ? '–' : <InstantText at={changedAt} />),
    },
  ];
}

function useFilters(): Filter[] {
  const words = useMessages(catalogueWords);
  const options = useOptions();
  const choices = useCatalogueChoices();
  const of = <N extends string>(names: readonly N[], texts: Record<N, string>) =>
    names.map((value) => ({ value, label: texts[value] }));
  return [
    { name: 'search', label: words.searchLabel, kind: 'text' },
    { name: 'kind', label: words.kind, kind: 'choice', options: of(catalogueKinds, words.kinds) },
    { name: 'state', label: words.state, kind: 'choice', options: of(states, words.states) },
    { name: 'lineId', label: words.line, kind: 'choice', options: options(choices.lines) },
    { name: 'productId', label: words.product, kind: 'choice', options: options(choices.products) },
    { name: 'changedSince', label: words.changedSince, kind: 'date' },
  ];
}

function States({ item }: { item: Item }) {
  const { states: words, plannedFrom } = useMessages(catalogueWords);
  const formats = useFormats();
  return (
    <span className="flex flex-wrap gap-1">
      {item.isArchived && <StatusTag>{words.Archived}</StatusTag>}
      {item.isPublished && !item.isArchived && <StatusTag tone="jade">{words.Published}</StatusTag>}
      {!item.isPublished && <StatusTag>{words.New}</StatusTag>}
      {item.isAsked && <StatusTag tone="amber">{words.Asked}</StatusTag>}
      {item.hasDraft && !item.isAsked && item.isPublished && <StatusTag tone="amber">{words.Draft}</StatusTag>}
      {item.plannedFrom !== null && !item.hasFailed && (
        <StatusTag tone="amber">{plannedFrom(formats.date(item.plannedFrom))}</StatusTag>
      )}
      {item.hasFailed && <StatusTag tone="seal">{words.Failed}</StatusTag>}
    </span>
  );
}
