import { isRealDate } from '@exam/contract/rules';
import type { MinorsReportFiledYear } from '@exam/contract/staff';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Table, Tag } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField } from '../../../fields/index.ts';
import { useMay } from '../../../app/session.ts';
import { incidentsWords } from '../../../messages/incidents.ts';
import { ActionButton, Section, typed } from '../../../page/index.ts';

/** When the report of each past year was filed, and who says so; those who may export it record it here. */
export function ReportFilings({ years }: { years: readonly MinorsReportFiledYear[] }) {
  const { report: words } = useMessages(incidentsWords);
  const { date } = useFormats();
  const may = useMay();
  const record = {
    key: 'record',
    header: words.record,
    cell: (row: MinorsReportFiledYear) => <Record of={row} />,
  };
  return (
    <Section title={words.filedTitle}>
      <p className="mb-4">{words.filedIntro}</p>
      {years.length === 0 ? (
        <p>{words.noYear}</p>
      ) : (
        <Table
          caption={words.filedTitle}
          rows={years}
          rowKey={(row) => row.year}
          columns={[
            { key: 'year', header: words.year, cell: (row) => row.year },
            { key: 'due', header: words.due, cell: (row) => date(row.dueOn) },
            { key: 'filed', header: words.filed, cell: (row) => <Filed of={row} /> },
            ...(may('privacy:export') ? [record] : []),
          ]}
        />
      )}
    </Section>
  );
}

type Props = { of: MinorsReportFiledYear };

function Filed({ of: { filings, isOverdue } }: Props) {
  const { report: words } = useMessages(incidentsWords);
  const { date, instant } = useFormats();
  if (filings.length === 0)
    return isOverdue ? <Tag tone="seal">{words.late}</Tag> : <Tag tone="amber">{words.notFiled}</Tag>;
  return (
    <ul className="grid gap-1">
      {filings.map((filing) => (
        <li key={filing.id}>
          {date(filing.filedOn)}
          <br />
          <span className="text-ink-2">
            {words.by} {typed(filing.recordedBy)} · {instant(filing.recordedAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Record({ of: { year, filings } }: Props) {
  const { report: words } = useMessages(incidentsWords);
  const [filedOn, setFiledOn] = useState('');
  const isAgain = filings.length > 0;
  return (
    <ActionButton
      label={isAgain ? words.again : words.record}
      title={words.recordTitle(year)}
      call="minors.recordFiling"
      request={() => ({ params: { year }, body: { filedOn } })}
      isReady={isRealDate(filedOn)}
      confirmLabel={words.record}
      done={words.recorded}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.recordText}</p>
          {isAgain && <p className="mb-4">{words.againText}</p>}
          <DayField
            label={words.filedOn}
            yearless="last"
            required
            value={filedOn}
            error={errors('filedOn')}
            onChange={setFiledOn}
          />
        </>
      )}
    </ActionButton>
  );
}
