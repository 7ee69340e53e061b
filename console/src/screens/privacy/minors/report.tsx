import { chinaDateOf } from '@exam/contract/rules';
import { useSearchParams } from '@exam/ui/app';
import { SelectField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../../app/api.ts';
import { download } from '../../../app/download.ts';
import { useMay } from '../../../app/session.ts';
import { incidentsWords } from '../../../messages/incidents.ts';
import { ReportFilings } from './filings.tsx';
import { FileDialog, Loaded, objectKey, PageHead, Section } from '../../../page/index.ts';

const firstYear = 2026;

/** The yearly report on minors' data, which is filed each January (3-domain 6.3). */
export function MinorsReport() {
  const { report: words, approvals } = useMessages(incidentsWords);
  const { instant } = useFormats();
  const [params, setParams] = useSearchParams();
  const [thisYear] = useState(() => Number(chinaDateOf(new Date().toISOString()).slice(0, 4)));
  const years = Array.from({ length: thisYear - firstYear + 2 }, (_, back) => String(thisYear - back));
  const year = years.find((each) => each === params.get('year')) ?? String(thisYear);
  const query = useQuery({
    queryKey: objectKey('minorsReport', year),
    queryFn: ({ signal }) => staffApi('minors.report', { params: { year } }, { signal, isQuiet: true }),
  });
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.intro}
        back={{ href: '/minor-approvals', label: approvals.title }}
        actions={<Download year={year} />}
      />
      <div className="mb-4 max-w-48">
        <SelectField
          label={words.year}
          value={year}
          placeholder={null}
          options={years.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setParams({ year: target.value })}
        />
      </div>
      <Loaded query={query}>
        {(report) => (
          <>
            <ReportFilings years={report.filed} />
            <Section title={words.asOf(instant(report.asOf))}>
              <Table
                caption={words.title}
                rows={report.rows}
                rowKey={(row) => `${row.section} ${row.item}`}
                columns={[
                  { key: 'section', header: words.section, cell: (row) => row.section },
                  { key: 'item', header: words.item, cell: (row) => row.item },
                  { key: 'count', header: words.count, end: true, cell: (row) => row.count },
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </>
  );
}

function Download({ year }: { year: string }) {
  const words = useMessages(incidentsWords).report;
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('privacy:export')) return null;
  const start = (reason: string) =>
    download('minors.exportReport', { params: { year }, body: { reason } }, `minors-${year}.csv`);
  return (
    <>
      <Button variant="primary" small onClick={() => setOpen(true)}>
        {words.download}
      </Button>
      {isOpen && (
        <FileDialog title={words.download} text={words.downloadText} start={start} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
