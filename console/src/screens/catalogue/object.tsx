import { type CatalogueKind, catalogueKinds, type CataloguePage } from '@exam/contract/staff';
import { useParams, useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Notice, Tabs, type Tone } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { catalogueWords } from '../../messages/catalogue.ts';
import { Loaded, objectKey, PageHead } from '../../page/index.ts';
import { AskedNotice, DraftActs, Planned } from './acts.tsx';
import { useNameOf } from './choices.ts';
import { Compare } from './compare.tsx';
import { ContentForm } from './content-form.tsx';
import { Preview } from './preview.tsx';
import { useLabelOf } from './values.tsx';
import { Versions } from './versions.tsx';

/** A line, product or subject: its content, what its draft changes, how candidates see it, what was published. */
export function CatalogueObject() {
  const { kind: asked = '', id = '' } = useParams();
  const kind: CatalogueKind = catalogueKinds.find((each) => each === asked) ?? 'product';
  const query = useQuery({
    queryKey: objectKey('catalogue', id),
    queryFn: ({ signal }) => staffApi('catalogue.get', { params: { kind, id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(page) => <Shown page={page} />}</Loaded>;
}

const views = ['edit', 'compare', 'preview', 'history'] as const;
type View = (typeof views)[number];

function Shown({ page }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const nameOf = useNameOf();
  const [params, setParams] = useSearchParams();
  const view: View = views.find((each) => each === params.get('tab')) ?? 'edit';
  const standing = useStanding(page);
  const content = contentOf(page);
  if (content === null) return null;
  return (
    <>
      <PageHead
        title={nameOf(content) || content.code}
        back={{ href: '/catalogue', label: words.back }}
        status={standing}
        lead={
          <>
            {words.kinds[page.kind]} · <span lang="en-GB">{content.code}</span>
          </>
        }
        actions={page.draft === null ? undefined : <DraftActs page={page} draft={page.draft} />}
      />
      <Notices page={page} />
      <Tabs
        label={words.tabs}
        tabs={views.map((each) => ({ id: each, label: words.tab[each] }))}
        selected={view}
        onSelect={(tab) => setParams({ tab }, { replace: true })}
      >
        {view === 'edit' && (
          <ContentForm key={`${page.draft?.id} ${page.draft?.version}`} page={page} initial={content} />
        )}
        {view === 'compare' && <DraftCompare page={page} />}
        {view === 'preview' && <Preview page={page} />}
        {view === 'history' && <Versions page={page} />}
      </Tabs>
    </>
  );
}

/** What is shown first: the draft, else what is published, else what is planned as the first publication. */
function contentOf({ draft, published, planned }: CataloguePage): CataloguePage['published'] {
  return draft?.content ?? published ?? planned[0]?.content ?? null;
}

function useStanding(page: CataloguePage): { text: string; tone: Tone } {
  const { states } = useMessages(catalogueWords);
  if (page.draft !== null && page.draft.proposal !== null) return { text: states.Asked, tone: 'amber' };
  if (page.draft !== null) return { text: page.published === null ? states.New : states.Draft, tone: 'amber' };
  if (page.planned.length > 0) return { text: states.Planned, tone: 'amber' };
  return { text: states.Published, tone: 'jade' };
}

function Notices({ page }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const labelOf = useLabelOf();
  const { draft } = page;
  return (
    <div className="grid gap-3">
      <Planned page={page} />
      {draft !== null && draft.proposal !== null && <AskedNotice proposal={draft.proposal} />}
      {draft !== null && draft.problems.length > 0 && (
        <Notice tone="warning" title={words.problems}>
          <ul className="list-disc ps-5">
            {draft.problems.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {labelOf(field)}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {draft !== null && draft.needsSecondPerson && draft.proposal === null && (
        <Notice tone="info">{draft.isOwn ? words.ownDraft : words.secondPerson}</Notice>
      )}
    </div>
  );
}

function DraftCompare({ page }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const changes = [...(page.draft === null ? [] : [page.draft]), ...page.planned];
  if (changes.length === 0) return <p>{words.nothingChanged}</p>;
  return changes.map((change) => (
    <section key={change.id} className="mb-6">
      <Compare
        caption={words.changed}
        before={page.published}
        after={change.content}
        changed={change.changed}
        heads={{ before: words.published, after: change === page.draft ? words.draft : words.planned }}
      />
    </section>
  ));
}
