import './gallery.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionCalendar } from '../calendar/index.ts';
import { LanguageProvider, uiWords, type Language } from '../i18n/index.ts';
import { Fields } from './fields.tsx';
import { NineKinds } from './nine-kinds.tsx';
import {
  Button,
  ConfirmDialog,
  Countdown,
  Deadline,
  Dialog,
  FilterChips,
  Menu,
  Money,
  Notice,
  Pagination,
  showToast,
  StatusTag,
  Steps,
  Table,
  Tabs,
  Ticket,
  ToastRegion,
} from '../parts/index.ts';

/** Every part on one page, for the key-press tests and the accessibility check; no part of the product. */
function Gallery() {
  return (
    <div className="mx-auto grid max-w-content gap-10 p-4">
      <h1 className="text-3xl">Parts</h1>
      <Steps titles={['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']} current={3} />
      <Tickets />
      <Choices />
      <Calendar />
      <Dialogs />
      <Fields />
      <NineKinds />
      <ToastRegion />
    </div>
  );
}

function Tickets() {
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl">Ticket</h2>
      <Ticket
        date="2026-12-02"
        aside={
          <>
            <Money fen={150_000} className="text-lg font-bold" />
            <Button>Choose</Button>
          </>
        }
      >
        <h3 className="text-lg">Beijing</h3>
        <p>
          09:00–12:15 <StatusTag tone="jade">Available</StatusTag>
        </p>
        <p>
          <Deadline at="2026-11-18T10:00:00.000Z" />
        </p>
      </Ticket>
      <Ticket date="2026-12-05" aside={<Money fen={174_000} className="text-lg font-bold" />}>
        <h3 className="text-lg">Guangzhou</h3>
        <p>
          <StatusTag tone="seal">Full</StatusTag> <StatusTag tone="amber">Opens Monday 09:00</StatusTag>{' '}
          <StatusTag>Ended</StatusTag>
        </p>
      </Ticket>
      <Notice tone="warning" title="Notice">
        Bring your document.
      </Notice>
      <p>
        <Countdown seconds={125} />
      </p>
      <Table
        caption="Lines"
        columns={[
          { key: 'a', header: 'Exam', cell: (row: { id: string }) => row.id },
          { key: 'b', header: 'Fee', cell: () => <Money fen={1234} />, end: true },
        ]}
        rows={[{ id: 'TKT' }, { id: 'ACCA' }]}
        rowKey={(row) => row.id}
      />
    </section>
  );
}

function Choices() {
  const [tab, setTab] = useState<'code' | 'password'>('code');
  const [filter, setFilter] = useState<'all' | 'soon' | 'past'>('all');
  const [page, setPage] = useState(1);
  const [done, setDone] = useState('');
  return (
    <section>
      <h2 className="text-2xl">Choices</h2>
      <Menu
        label="Account"
        items={[
          { label: 'My exams', href: '#exams' },
          { label: 'Orders', href: '#orders' },
          { label: 'Sign out', onSelect: () => setDone('signed out') },
        ]}
      />
      <output>{done}</output>
      <Tabs
        label="How to sign in"
        tabs={[
          { id: 'code', label: 'By code' },
          { id: 'password', label: 'By password' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <p>Panel {tab}</p>
      </Tabs>
      <FilterChips
        label="Filter"
        name="filter"
        options={[
          { value: 'all', label: 'All', count: 3 },
          { value: 'soon', label: 'Soon' },
          { value: 'past', label: 'Past' },
        ]}
        value={filter}
        onChange={setFilter}
      />
      <Pagination page={page} pageCount={3} onPage={setPage} />
    </section>
  );
}

function Calendar() {
  const [day, setDay] = useState<string | null>(null);
  const [month, setMonth] = useState('2026-12');
  return (
    <section>
      <h2 className="text-2xl">Calendar</h2>
      <SessionCalendar
        marks={{
          '2026-12-02': 'available',
          '2026-12-05': 'closed',
          '2026-12-09': 'available',
          '2027-01-08': 'available',
        }}
        value={day}
        onChange={setDay}
        month="2026-12"
        onMonth={setMonth}
      />
      <p data-testid="chosen">
        {month} {day ?? 'none'}
      </p>
    </section>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'none' | 'free' | 'bound' | 'confirm'>('none');
  const close = () => setOpen('none');
  return (
    <section className="flex flex-wrap gap-3">
      <h2 className="w-full text-2xl">Dialogs</h2>
      <Button onClick={() => setOpen('free')}>Open dialog</Button>
      <Button onClick={() => setOpen('bound')}>Open bound dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Open question</Button>
      <Button variant="secondary" onClick={() => void showToast('Seats are gone')}>
        Show toast
      </Button>
      <Dialog open={open === 'free'} title="A dialog" onClose={close} actions={<Button onClick={close}>Done</Button>}>
        <p>Text</p>
      </Dialog>
      <Dialog open={open === 'bound'} title="Sign in again" actions={<Button onClick={close}>Sign in</Button>}>
        <p>No way round.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete?"
        confirmLabel="Delete"
        danger
        onConfirm={close}
        onCancel={close}
      />
    </section>
  );
}

async function start() {
  const language: Language = new URLSearchParams(location.search).get('lang') === 'zh' ? 'zh' : 'en';
  await uiWords.load(language);
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={language}>
        <Gallery />
      </LanguageProvider>
    </StrictMode>,
  );
}

void start();
