import type { CataloguePage } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { catalogueWords } from '../../messages/catalogue.ts';
import { Loaded } from '../../page/index.ts';
import { Compare } from './compare.tsx';

/** Every version that was published, each beside the one before. */
export function Versions({ page }: { page: CataloguePage }) {
  const words = useMessages(catalogueWords);
  const query = useQuery({
    queryKey: ['object', 'catalogueHistory', page.id],
    queryFn: ({ signal }) =>
      staffApi('catalogue.history', { params: { kind: page.kind, id: page.id } }, { signal, isQuiet: true }),
  });
  return (
    <Loaded query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <p>{words.noHistory}</p>
        ) : (
          <ol className="timeline" aria-label={words.history}>
            {list.map((revision) => (
              <li key={revision.number}>
                <p className="timeline-when">
                  <InstantText at={revision.at} />
                </p>
                {revision.publishedBy === null ? (
                  <p>{words.first}</p>
                ) : (
                  <>
                    <p>{words.versionLine({ number: revision.number, publishedBy: revision.publishedBy })}</p>
                    {revision.draftedBy !== null && <p className="text-ink-2">{words.writtenBy(revision.draftedBy)}</p>}
                    {revision.reason !== null && <p className="text-ink-2">{revision.reason}</p>}
                    <Compare
                      caption={words.versionLine({ number: revision.number, publishedBy: revision.publishedBy })}
                      before={revision.before}
                      after={revision.after}
                      changed={revision.changed}
                      heads={{ before: words.before, after: words.after }}
                    />
                  </>
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
