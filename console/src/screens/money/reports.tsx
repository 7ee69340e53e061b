import type { FillItem, NoShowItem, RefundsItem, RevenueItem } from '@exam/contract/staff';
import { formatMoney } from '@exam/contract/rules';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, Link } from '@exam/ui/parts';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { Filter } from '../../list/filters.tsx';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { moneyWords } from '../../messages/money.ts';
import { Money, PageHead } from '../../page/index.ts';
import { type Bar, Bars } from './bars.tsx';

type ReportProps<Row> = {
  name: string;
  title: string;
  intro: string;
  columns: readonly ListColumn<Row>[];
  filters: readonly Filter[];
  load: (body: ListBody, signal?: AbortSignal) => Promise<Page<Row>>;
  rowKey: (row: Row) => string;
  series: readonly string[];
  barOf: (row: Row) => Bar;
  whole?: number;
};

const drawn = 12;

/** A report: the chart of the rows on the page, and the rows themselves as a list that can be filtered, sorted and exported. */
function Report<Row>({ series, barOf, whole, title, intro, ...list }: ReportProps<Row>) {
  const words = useMessages(moneyWords);
  const may = useMay();
  const [page, setPage] = useState<Page<Row> | null>(null);
  const rows = page?.list.slice(0, drawn) ?? [];
  const load = async (body: ListBody, signal?: AbortSignal) => {
    const found = await list.load(body, signal);
    if (!signal?.aborted && body['pageSize'] !== 100) setPage(found);
    return found;
  };
  return (
    <>
      <PageHead title={title} lead={intro} actions={<ReportLinks />} />
      {rows.length > 0 && (
        <>
          <Bars title={title} series={series} bars={rows.map(barOf)} {...(whole === undefined ? {} : { whole })} />
          {page !== null && page.recordCount > rows.length && (
            <p className="mb-4 text-sm text-ink-2">{words.firstOf(rows.length, page.recordCount)}</p>
          )}
        </>
      )}
      <StaffList
        {...list}
        load={load}
        caption={title}
        rowLabel={list.rowKey}
        canExport={may('reports:export')}
        empty={words.noFigures}
      />
    </>
  );
}

function ReportLinks() {
  const words = useMessages(moneyWords);
  return (
    <nav aria-label={words.reports} className="flex flex-wrap gap-4">
      <Link href="/reports/fill">{words.fill}</Link>
      <Link href="/reports/no-shows">{words.noShows}</Link>
      <Link href="/reports/revenue">{words.revenue}</Link>
      <Link href="/reports/refunds">{words.refundsReport}</Link>
    </nav>
  );
}

/** How full sessions are. */
export function FillReport() {
  const words = useMessages(moneyWords);
  const { language } = useLanguage();
  const isZh = language === 'zh';
  const named = (row: FillItem) =>
    isZh ? `${row.productNameZh} ${row.cityNameZh}` : `${row.productNameEn}, ${row.cityNameEn}`;
  return (
    <Report<FillItem>
      name="reports.fill"
      title={words.fill}
      intro={words.fillIntro}
      columns={[
        {
          key: isZh ? 'productNameZh' : 'productNameEn',
          header: words.product,
          cell: (row) => (isZh ? row.productNameZh : row.productNameEn),
        },
        {
          key: isZh ? 'cityNameZh' : 'cityNameEn',
          header: words.city,
          cell: (row) => (isZh ? row.cityNameZh : row.cityNameEn),
        },
        { key: 'examDate', header: words.examDate, sort: 'examDate', cell: (row) => <DateText date={row.examDate} /> },
        { key: 'seat', header: words.seats, end: true, cell: (row) => row.seat },
        { key: 'taken', header: words.taken, end: true, cell: (row) => row.taken },
        { key: 'held', header: words.held, end: true, cell: (row) => row.held },
        { key: 'free', header: words.free, end: true, sort: 'free', cell: (row) => row.free },
        { key: 'percent', header: words.percent, end: true, sort: 'percent', cell: (row) => `${row.percent} %` },
      ]}
      filters={[
        { name: 'search', label: words.productSearch, kind: 'text' },
        { name: 'isPublished', label: words.onSale, kind: 'flag' },
        { name: 'from', label: words.from, kind: 'date' },
        { name: 'to', label: words.to, kind: 'date' },
      ]}
      load={(body, signal) => staffApi('reports.fill', { body }, { signal, isQuiet: true })}
      rowKey={(row) => row.sessionId}
      series={[words.taken, words.held]}
      whole={100}
      barOf={(row) => ({
        key: row.sessionId,
        name: `${row.examDate.slice(5)} ${named(row)}`,
        parts: row.seat === 0 ? [0, 0] : [(row.taken / row.seat) * 100, (row.held / row.seat) * 100],
        value: `${row.taken + row.held}/${row.seat} (${row.percent} %)`,
      })}
    />
  );
}

/** Who did not come. */
export function NoShowsReport() {
  const words = useMessages(moneyWords);
  const isZh = useLanguage().language === 'zh';
  const productOf = (row: NoShowItem) => (isZh ? row.productNameZh : row.productNameEn);
  const cityOf = (row: NoShowItem) => (isZh ? row.cityNameZh : row.cityNameEn);
  const percentOf = ({ percent }: NoShowItem) => (percent === null ? '–' : `${percent} %`);
  return (
    <Report<NoShowItem>
      name="reports.noShows"
      title={words.noShows}
      intro={words.noShowsIntro}
      columns={[
        { key: isZh ? 'productNameZh' : 'productNameEn', header: words.product, cell: productOf },
        { key: isZh ? 'cityNameZh' : 'cityNameEn', header: words.city, cell: cityOf },
        { key: 'examDate', header: words.examDate, sort: 'examDate', cell: (row) => <DateText date={row.examDate} /> },
        { key: 'registered', header: words.registered, end: true, cell: (row) => row.registered },
        { key: 'taken', header: words.came, end: true, cell: (row) => row.taken },
        { key: 'absent', header: words.absent, end: true, sort: 'absent', cell: (row) => row.absent },
        { key: 'unmarked', header: words.unmarked, end: true, cell: (row) => row.unmarked },
        { key: 'percent', header: words.absentPercent, end: true, sort: 'percent', cell: percentOf },
      ]}
      filters={[
        { name: 'search', label: words.productSearch, kind: 'text' },
        { name: 'isMarked', label: words.allMarked, kind: 'flag' },
        { name: 'from', label: words.from, kind: 'date' },
        { name: 'to', label: words.to, kind: 'date' },
      ]}
      load={(body, signal) => staffApi('reports.noShows', { body }, { signal, isQuiet: true })}
      rowKey={(row) => row.sessionId}
      series={[words.came, words.unmarked, words.absent]}
      whole={100}
      barOf={(row) => ({
        key: row.sessionId,
        name: `${row.examDate.slice(5)} ${productOf(row)} ${cityOf(row)}`,
        parts: [row.taken, row.unmarked, row.absent].map((part) => (part / Math.max(1, row.registered)) * 100),
        value: row.percent === null ? words.unmarked : `${row.absent}/${row.taken + row.absent} (${percentOf(row)})`,
      })}
    />
  );
}

function usePeriodFilters(): Filter[] {
  const words = useMessages(moneyWords);
  return [
    {
      name: 'by',
      label: words.by,
      kind: 'choice',
      options: [
        { value: 'month', label: words.month },
        { value: 'day', label: words.byDay },
      ],
    },
    { name: 'from', label: words.from, kind: 'date' },
    { name: 'to', label: words.to, kind: 'date' },
  ];
}

/** What was earned and given back, from the ledger. */
export function RevenueReport() {
  const words = useMessages(moneyWords);
  return (
    <Report<RevenueItem>
      name="reports.revenue"
      title={words.revenue}
      intro={words.revenueIntro}
      columns={[
        { key: 'period', header: words.period, sort: 'period', cell: (row) => row.period },
        { key: 'orders', header: words.paidOrders, end: true, cell: (row) => row.orders },
        { key: 'earned', header: words.earned, end: true, value: 'money', cell: (row) => <Money fen={row.earned} /> },
        {
          key: 'returned',
          header: words.returned,
          end: true,
          value: 'money',
          cell: (row) => <Money fen={row.returned} />,
        },
        {
          key: 'net',
          header: words.net,
          end: true,
          value: 'money',
          sort: 'net',
          cell: (row) => <Money fen={row.net} />,
        },
      ]}
      filters={usePeriodFilters()}
      load={(body, signal) => staffApi('reports.revenue', { body }, { signal, isQuiet: true })}
      rowKey={(row) => row.period}
      series={[words.net, words.returned]}
      barOf={(row) => ({
        key: row.period,
        name: row.period,
        parts: [Math.max(0, row.net), Math.min(row.returned, row.earned)],
        value: formatMoney(row.net),
      })}
    />
  );
}

/** What was approved to go back, what went, and what is still due. */
export function RefundsReport() {
  const words = useMessages(moneyWords);
  const money = (
    key: 'ofOrders' | 'ofSurplus' | 'byChannel' | 'byHand' | 'stillDue',
    header: string,
  ): ListColumn<RefundsItem> => ({
    key,
    header,
    end: true,
    value: 'money',
    cell: (row) => <Money fen={row[key]} />,
  });
  return (
    <Report<RefundsItem>
      name="reports.refunds"
      title={words.refundsReport}
      intro={words.refundsIntro}
      columns={[
        { key: 'period', header: words.period, sort: 'period', cell: (row) => row.period },
        money('ofOrders', words.ofOrders),
        money('ofSurplus', words.ofSurplus),
        money('byChannel', words.byChannel),
        money('byHand', words.byHand),
        money('stillDue', words.stillDue),
      ]}
      filters={usePeriodFilters()}
      load={(body, signal) => staffApi('reports.refunds', { body }, { signal, isQuiet: true })}
      rowKey={(row) => row.period}
      series={[words.ofOrders, words.ofSurplus]}
      barOf={(row) => ({
        key: row.period,
        name: row.period,
        parts: [row.ofOrders, row.ofSurplus],
        value: formatMoney(row.ofOrders + row.ofSurplus),
      })}
    />
  );
}
