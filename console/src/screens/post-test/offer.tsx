import type { OfferedService } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useSearchParams } from '@exam/ui/app';
import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { postTestWords } from '../../messages/post-test.ts';
import { ActionButton, Loaded, Money, objectKey, PageHead, Section } from '../../page/index.ts';
import { FeesDialog, WindowDialog } from './offer-dialogs.tsx';
import { NewSeries } from './new-series.tsx';
import { useNameOf } from './use-name-of.ts';

type Offer = StaffReply<'postTests.offer'>;
/** When post-test services may be asked for, and what they cost. */
export function PostTestOffer() {
  const words = useMessages(postTestWords);
  const nameOf = useNameOf();
  const [search, setSearch] = useSearchParams();
  const query = useQuery({
    queryKey: objectKey('postTests', 'choices'),
    queryFn: ({ signal }) => staffApi('postTests.choices', {}, { signal, isQuiet: true }),
  });
  return (
    <>
      <PageHead title={words.offer.title} lead={words.offer.intro} back={{ href: '/post-test', label: words.title }} />
      <Loaded query={query}>
        {({ products }) => {
          const chosen = products.find(({ id }) => id === search.get('product')) ?? products[0];
          return (
            chosen !== undefined && (
              <>
                <SelectField
                  label={words.board}
                  placeholder={null}
                  value={chosen.id}
                  options={products.map((product) => ({ value: product.id, label: nameOf(product) }))}
                  onChange={(event) => setSearch({ product: event.target.value })}
                />
                <NewSeries key={`series ${chosen.id}`} productId={chosen.id} />
                <OfferOf key={chosen.id} productId={chosen.id} />
              </>
            )
          );
        }}
      </Loaded>
    </>
  );
}

function OfferOf({ productId }: { productId: string }) {
  const nameOf = useNameOf();
  const query = useQuery({
    queryKey: objectKey('postTestOffer', productId),
    queryFn: ({ signal }) => staffApi('postTests.offer', { params: { productId } }, { signal, isQuiet: true }),
  });
  return (
    <Loaded query={query}>
      {({ services, series }) => (
        <>
          {services.map((service) => (
            <Section key={service.id} title={`${nameOf(service)} (${service.code})`}>
              <Ages service={service} />
              <Windows service={service} series={series} />
              <FeesOf service={service} />
            </Section>
          ))}
        </>
      )}
    </Loaded>
  );
}

function Ages({ service }: { service: OfferedService }) {
  const words = useMessages(postTestWords).offer;
  const nameOf = useNameOf();
  const may = useMay();
  const { id, isAgeLimited } = service;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <p>{isAgeLimited ? words.ages.limited : words.ages.free}</p>
      {may('postTest:write') && (
        <ActionButton
          label={isAgeLimited ? words.ages.lift : words.ages.limit}
          title={words.ages.title({ service: nameOf(service) })}
          call="postTests.setAgeLimit"
          request={(reason) => ({ body: { serviceId: id, isAgeLimited: !isAgeLimited, reason } })}
          confirmLabel={words.save}
          reason="needed"
          done={words.saved}
        >
          {() => <p className="text-ink-2">{words.ages.hint}</p>}
        </ActionButton>
      )}
    </div>
  );
}

function Windows({ service, series }: { service: OfferedService; series: Offer['series'] }) {
  const words = useMessages(postTestWords).offer;
  const nameOf = useNameOf();
  const may = useMay();
  const [edited, setEdited] = useState<Offer['series'][number] | null>(null);
  const windowIn = (seriesId: string) => service.windows.find((window) => window.seriesId === seriesId);
  const changeOf = ({ id }: { id: string }) => (windowIn(id) === undefined ? words.open : words.change);
  const at = (seriesId: string, moment: 'openFrom' | 'closeAt' | 'boardCloseAt') => {
    const window = windowIn(seriesId);
    return window === undefined ? '–' : <InstantText at={window[moment]} />;
  };
  return (
    <>
      <Table
        caption={words.windows}
        rows={series}
        rowKey={({ id }) => id}
        columns={[
          { key: 'series', header: words.series, cell: (row) => nameOf(row) },
          { key: 'openFrom', header: words.openFrom, cell: ({ id }) => at(id, 'openFrom') },
          { key: 'closeAt', header: words.closeAt, cell: ({ id }) => at(id, 'closeAt') },
          { key: 'boardCloseAt', header: words.boardCloseAt, cell: ({ id }) => at(id, 'boardCloseAt') },
          ...(may('postTest:write')
            ? [
                {
                  key: 'act',
                  header: words.act,
                  cell: (row: Offer['series'][number]) => (
                    <Button
                      small
                      variant="secondary"
                      aria-label={`${changeOf(row)} ${words.changeWindow({ service: nameOf(service), series: nameOf(row) })}`}
                      onClick={() => setEdited(row)}
                    >
                      {changeOf(row)}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {edited !== null && (
        <WindowDialog
          service={service}
          series={edited}
          window={windowIn(edited.id) ?? null}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

type LevelRow = OfferedService['levels'][number];

function FeesOf({ service }: { service: OfferedService }) {
  const words = useMessages(postTestWords).offer;
  const nameOf = useNameOf();
  const may = useMay();
  const [edited, setEdited] = useState<LevelRow | null>(null);
  const rows = service.levels.flatMap((level) => level.fees.map((fees, index) => ({ level, fees, index })));
  type Row = (typeof rows)[number];
  return (
    <>
      <Table
        caption={words.fees}
        rows={rows}
        rowKey={({ level, fees }) => `${level.id} ${fees.effectiveFrom}`}
        columns={[
          { key: 'level', header: words.level, cell: ({ level }) => nameOf(level) },
          {
            key: 'from',
            header: words.effectiveFrom,
            cell: ({ fees, index }) => (index === 0 ? words.now : <InstantText at={fees.effectiveFrom} />),
          },
          { key: 'localFee', header: words.localFee, cell: ({ fees }) => <Money fen={fees.localFee} /> },
          { key: 'boardFee', header: words.boardFee, cell: ({ fees }) => <Money fen={fees.boardFee} /> },
          { key: 'vat', header: words.vat, cell: ({ fees }) => <Money fen={fees.vat} /> },
          ...(may('postTest:write')
            ? [
                {
                  key: 'act',
                  header: words.act,
                  cell: ({ level, index }: Row) =>
                    index === 0 && (
                      <Button
                        small
                        variant="secondary"
                        aria-label={`${words.propose} ${words.changeFees({ service: nameOf(service), level: nameOf(level) })}`}
                        onClick={() => setEdited(level)}
                      >
                        {words.propose}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {edited !== null && <FeesDialog service={service} level={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
