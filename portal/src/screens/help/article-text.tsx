import { useFormats, useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { helpWords } from '../../messages/help.ts';
import type { Article, Block } from '../../messages/help-article.ts';
import { HelpSection } from './help-page.tsx';

/** Paragraphs and lists. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) =>
    typeof block === 'string' ? (
      <p key={block}>{block}</p>
    ) : (
      <ul key={block[0]} className="grid list-disc gap-1.5 pl-5">
        {block.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  );
}

/** The sections of a text, with their addresses listed first; `after` adds something to single sections. */
export function ArticleText({
  article,
  after = {},
}: {
  article: Article;
  after?: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <>
      <Contents entries={article.sections} />
      {article.sections.map((section) => (
        <HelpSection key={section.id} id={section.id} title={section.title}>
          <Blocks blocks={section.blocks} />
          {after[section.id]}
          {section.links !== undefined && (
            <p className="flex flex-wrap gap-x-6">
              {section.links.map((link) => (
                <Link key={link.href} className="inline-flex min-h-11 items-center" href={link.href}>
                  {link.label}
                </Link>
              ))}
            </p>
          )}
        </HelpSection>
      ))}
    </>
  );
}

/** What is on the page, as links to its parts. */
export function Contents({ entries }: { entries: readonly { id: string; title: string }[] }) {
  const words = useMessages(helpWords);
  return (
    <nav className="card no-print mt-6 max-w-[46rem]" aria-label={words.onThisPage}>
      <p className="font-bold">{words.onThisPage}</p>
      <ol className="mt-1 gap-x-8 sm:columns-2">
        {entries.map((entry) => (
          <li key={entry.id} className="break-inside-avoid">
            <a className="inline-flex min-h-11 items-center sm:min-h-9" href={`#${entry.id}`}>
              {entry.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** From when the text is in force. */
export function InForce({ date }: { date: string }) {
  const words = useMessages(helpWords);
  const formats = useFormats();
  return <p className="mt-2 text-ink-2">{words.version(formats.date(date))}</p>;
}

/** Earlier versions of a text, the newest first. */
export function Versions(props: { title: string; list: readonly { date: string; text: string }[]; note?: string }) {
  const formats = useFormats();
  return (
    <HelpSection id="versions" title={props.title}>
      <ul className="grid gap-1.5">
        {props.list.map((version) => (
          <li key={version.date}>
            <time className="mr-3 font-bold" dateTime={version.date}>
              {formats.date(version.date)}
            </time>
            {version.text}
          </li>
        ))}
      </ul>
      {props.note !== undefined && <p className="text-ink-2">{props.note}</p>}
    </HelpSection>
  );
}
