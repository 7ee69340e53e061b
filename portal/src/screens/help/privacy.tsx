import { retentionClasses, retentionTable, type RetentionPeriod } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Table } from '@exam/ui/parts';
import { helpPrivacyWords } from '../../messages/help-privacy.ts';
import { ArticleText, InForce, Versions } from './article-text.tsx';
import { helpFacts } from '../../messages/help-facts.ts';
import { HelpPage } from './help-page.tsx';

/** The privacy notice; its periods are those of the nightly job (S-18). */
export function Privacy() {
  const words = useMessages(helpPrivacyWords);
  const article = words.article(helpFacts);
  return (
    <HelpPage lead={article.lead}>
      <InForce date={words.version} />
      <ArticleText article={article} after={{ [words.tableAfter]: <Periods /> }} />
      <Versions title={words.versions.title} list={words.versions.list} />
    </HelpPage>
  );
}

function Periods() {
  const { retention: words } = useMessages(helpPrivacyWords);
  const rows = retentionClasses.map((each) => ({ id: each, ...retentionTable[each] }));
  const lengthOf = (period: RetentionPeriod) => {
    if ('hours' in period)
      return period.hours % 24 === 0 && period.hours > 24 ? words.days(period.hours / 24) : words.hours(period.hours);
    return period.months % 12 === 0 ? words.years(period.months / 12) : words.months(period.months);
  };
  return (
    <Table
      caption={words.caption}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'what', header: words.what, cell: (row) => words.classes[row.id] },
        {
          key: 'period',
          header: words.period,
          cell: (row) => <span className="sm:whitespace-nowrap">{lengthOf(row.period)}</span>,
        },
        { key: 'start', header: words.start, cell: (row) => words.starts[row.start] },
        { key: 'end', header: words.end, cell: (row) => words.ends[row.end] },
      ]}
    />
  );
}
