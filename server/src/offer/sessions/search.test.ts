import type { Reply, Request } from '@exam/contract/client';
import { addMonths, chinaDateOf, weekdayOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as catalogueRoutes } from '#offer/catalogue';
import { demoInvitationCode, seedDemo } from '#demo';
import { readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { createBrowser, startTestApp } from '#testing/app';
import { routes } from '#offer/sessions';
import { moveClockTo } from '#testing';

type Found = Reply<'session.search'>;
type Filter = NonNullable<Request<'session.search'>['body']['filters']>[number];
type Product = Reply<'product.byCode'>;

let app: Awaited<ReturnType<typeof startTestApp>>;
let visitor: ReturnType<typeof createBrowser>;
const products = new Map<string, Product>();

beforeAll(async () => {
  app = await startTestApp({ routes: [...routes, ...catalogueRoutes] });
  const moment = '2026-11-21T02:00:00.000Z';
  await moveClockTo(moment);
  await seedDemo();
  visitor = createBrowser(app.url);
  for (const product of await visitor.call('product.all', {})) products.set(product.code, product);
});
afterAll(() => app.close());

function product(code: string): Product {
  const found = products.get(code);
  if (!found) throw new Error(`no product ${code}`);
  return found;
}

function search(
  code: string,
  body: Partial<Request<'session.search'>['body']> = {},
  browser = visitor,
): Promise<Found> {
  const filters: Filter[] = [{ field: 'productId', value: product(code).id }, ...(body.filters ?? [])];
  return browser.call('session.search', { body: { pageSize: 100, ...body, filters } });
}

describe('the list of sessions', () => {
  it('leaves out what has begun, is a draft or stands at a closed venue, and is in order of the exams [call:session.search]', async () => {
    // when
    const { list, recordCount } = await search('tkt');

    // then
    expect(recordCount).toBe(list.length);
    expect(new Set(list.map((session) => session.status))).toEqual(
      new Set(['Available', 'Full', 'NotStarted', 'RegistrationEnded']),
    );
    expect(list.map((session) => session.examDate)).toEqual(list.map((session) => session.examDate).toSorted());
    expect(list.filter((session) => session.cityName === 'Shenzhen')).toEqual([]);
  });

  it.each([
    ['NotStarted', 'ClosedOfExpired'],
    ['Available', 'Open'],
    ['Full', 'ClosedOfFull'],
    ['RegistrationEnded', 'ClosedOfExpired'],
    ['Expired', 'ClosedOfExpired'],
  ])(
    'filters by availability %s, which reads %s in the other reading [R-41 enum:Availability.* enum:SecondAvailability.*]',
    async (value, second) => {
      // when
      const { list } = await search('tkt', { filters: [{ field: 'availability', value }] });

      // then
      expect(list.length).toBeGreaterThan(0);
      expect(new Set(list.map((session) => session.status))).toEqual(new Set([value]));
      expect(new Set(list.map((session) => session.secondStatus))).toEqual(new Set([second]));
    },
  );

  it('says how many seats are left, and when they are few', async () => {
    // when
    const { list } = await search('tkt');
    const last = list.find((session) => session.freeSeats === 1);
    const full = list.find((session) => session.status === 'Full');

    // then
    expect(last).toMatchObject({ status: 'Available', isFewLeft: true, seat: 3, registered: 2, secondStatus: 'Open' });
    expect(full).toMatchObject({ freeSeats: 0, isFewLeft: false, secondStatus: 'ClosedOfFull' });
  });

  it('filters by subject, city, day and month, all at once', async () => {
    // given
    const clil = product('tkt').subjects.find((subject) => subject.code === 'CLIL');
    const { list: all } = await search('tkt', { filters: [{ field: 'subjectId', value: clil?.id ?? '' }] });
    const [wanted] = all;

    // when
    const { list } = await search('tkt', {
      filters: [
        { field: 'subjectId', value: clil?.id ?? '' },
        { field: 'cityId', value: wanted?.city.id ?? '' },
        { field: 'month', value: wanted?.examDate.slice(0, 7) ?? '' },
        { field: 'examDate', value: wanted?.examDate ?? '' },
      ],
    });

    // then
    expect(all.every((session) => session.sessionSubjects.some((paper) => paper.subject.code === 'CLIL'))).toBe(true);
    expect(all.length).toBeLessThan((await search('tkt')).recordCount);
    expect(list.map((session) => session.id)).toEqual([wanted?.id]);
  });

  it('filters by days of the week, Monday being the first', async () => {
    // given
    const { list: all } = await search('tkt');
    const isWeekend = ({ examDate }: { examDate: string }) => [0, 6].includes(weekdayOf(examDate));
    const idsOf = (sessions: typeof all) => sessions.map(({ id }) => id);

    // when
    const on = (days: number[]) => days.map((day): Filter => ({ field: 'weekday', value: String(day) }));
    const { list: weekend } = await search('tkt', { filters: on([6, 7]) });
    const { list: week } = await search('tkt', { filters: on([1, 2, 3, 4, 5]) });

    // then
    expect(idsOf(weekend)).toEqual(idsOf(all.filter(isWeekend)));
    expect(idsOf(week)).toEqual(idsOf(all.filter((session) => !isWeekend(session))));
    expect([weekend.length > 0, week.length > 0]).toEqual([true, true]);
  });

  it('takes several values of one field for any of them', async () => {
    // when
    const filters: Filter[] = [
      { field: 'availability', value: 'Full' },
      { field: 'availability', value: 'Expired' },
    ];
    const { list } = await search('tkt', { filters });

    // then
    expect(new Set(list.map((session) => session.status))).toEqual(new Set(['Full', 'Expired']));
  });

  it('shows one session by its id, also when it is over', async () => {
    // given
    const { list } = await search('tkt', { filters: [{ field: 'availability', value: 'Expired' }] });

    // when
    const id = list[0]?.id ?? '';
    const found = await visitor.call('session.search', { body: { filters: [{ field: 'sessionId', value: id }] } });

    // then
    expect(found.list.map((session) => [session.id, session.status])).toEqual([[id, 'Expired']]);
  });

  it('neither repeats nor loses a session between pages [R-92]', async () => {
    // given
    const { list, recordCount } = await search('acca');

    // when
    const pageSize = 7;
    const pages = [];
    for (let pageIndex = 1; pageIndex <= Math.ceil(recordCount / pageSize); pageIndex++) {
      pages.push(await search('acca', { pageIndex, pageSize, sorts: [{ field: 'totalFee', desc: true }] }));
    }
    const beyond = await search('acca', { pageIndex: 1000, pageSize });

    // then
    const ids = pages.flatMap((page) => page.list.map((session) => session.id));
    expect(ids.toSorted()).toEqual(list.map((session) => session.id).toSorted());
    expect(pages.map((page) => [page.pageSize, page.recordCount, page.pageCount])).toEqual(
      pages.map(() => [pageSize, recordCount, Math.ceil(recordCount / pageSize)]),
    );
    expect([beyond.list, beyond.recordCount]).toEqual([[], recordCount]);
  });

  it('costs from what its cheapest subject costs to what its dearest does [call:session.search]', async () => {
    // given
    const session = (await search('tkt')).list.find(({ sessionSubjects }) => sessionSubjects.length > 1);
    const paperId = session?.sessionSubjects[0]?.id;
    const raise = (fen: number) =>
      databasePool().query('update session_subject set local_fee = local_fee + $2, total = total + $2 where id = $1', [
        paperId,
        fen,
      ]);
    await raise(5000);

    // when
    const { list } = await search('tkt', { filters: [{ field: 'sessionId', value: session?.id ?? '' }] });
    await raise(-5000);

    // then
    const least = session?.totalFee ?? 0;
    expect(list).toMatchObject([{ totalFee: least, dateSlotPriceList: [{ minimum: least, maximum: least + 5000 }] }]);
  });

  it('sorts by price and by the end of registration, both ways', async () => {
    // when
    const dearest = (await search('acca', { sorts: [{ field: 'totalFee', desc: true }] })).list.map(
      (session) => session.totalFee ?? 0,
    );
    const ending = (await search('acca', { sorts: [{ field: 'publishEndTime' }] })).list.map(
      (session) => session.publishEndTime,
    );

    // then
    expect(dearest).toEqual(dearest.toSorted((a, b) => b - a));
    expect(ending).toEqual(ending.toSorted());
  });

  it.each([
    [{ filters: [{ field: 'pin', value: 'x' }] }],
    [{ filters: [{ field: 'registered', value: '1' }] }],
    [{ sorts: [{ field: 'invitationCodeHash', desc: false }] }],
    [{ filters: [{ field: 'productId', value: "1' or '1'='1" }] }],
    [{ filters: [{ field: 'examDate', value: '2026-02-31' }] }],
    [{ filters: [{ field: 'month', value: '2026-13' }] }],
    [{ filters: [{ field: 'weekday', value: '0' }] }],
    [{ filters: [{ field: 'weekday', value: '6 or 1=1' }] }],
    [{ filters: [{ field: 'availability', value: 'Open' }] }],
    [{ filters: [{ field: 'isExclusiveSession', value: 'maybe' }] }],
  ])('answers 400 to %j [R-92 T30 ASVS-1.2.4]', async (body) => {
    // when
    const answer = await visitor.send('POST', '/api/session/candidate/search', { body });

    // then
    expect(answer.status).toBe(400);
  });

  it.each([[{ pageSize: 101 }], [{ pageIndex: 0 }]])('refuses the page %j [R-92]', async (body) => {
    // when
    const answer = await visitor.send('POST', '/api/session/candidate/search', { body });

    // then
    expect(answer.status).toBe(412);
  });

  it('has every field that the specification names [field:Session.* field:SessionSubject.*]', async () => {
    // when
    const [session] = (await search('tkt')).list;

    // then
    const fields =
      'id,product,officeName,examDate,startTime,endTime,seat,registered,publishStartTime,publishEndTime,canSend,isExclusiveSession,pin,notice,createBy,status,isSendEmail,venue,city,cityName,totalFee,dateSlotPriceList,feeMatrixSubjectList,sessionSubjects';
    const paperFields =
      'id,subjectId,subject,localFee,boardFee,vat,total,startTime,endTime,isTier,isLateEntryCharge,sessionSubjectTierFees,sessionSubjectLateEntryCharges';
    expect(Object.keys(session ?? {})).toEqual(expect.arrayContaining(fields.split(',')));
    expect(Object.keys(session?.sessionSubjects[0] ?? {})).toEqual(expect.arrayContaining(paperFields.split(',')));
    expect(session?.sessionSubjects[0]).toMatchObject({
      localFee: 60_000,
      boardFee: 35_000,
      vat: 5_700,
      total: 100_700,
    });
  });

  it('speaks the reader’s language: city, office, subject, notices [S-12]', async () => {
    // when
    const zh = await search('tkt', {}, createBrowser(app.url, 'zh'));
    const en = await search('tkt');
    const index = en.list.findIndex((session) => session.notice !== null);

    // then
    expect(en.list[index]).toMatchObject({ cityName: 'Guangzhou', notice: 'The entrance is on the courtyard side.' });
    expect(zh.list[index]).toMatchObject({
      cityName: '广州',
      officeName: '广州考务办公室',
      notice: '入口位于院内一侧。',
    });
    expect(zh.list[index]?.specialNotice).toContain('各模块相互独立');
  });

  it('names the venue with its address where staff have chosen one, of a group only after its code [R-89 R-52]', async () => {
    const { list } = await search('tkt');
    const groups = (await search('acca-group')).list.filter(({ isExclusiveSession }) => isExclusiveSession);

    expect(list.map(({ venue }) => [venue?.name, venue?.address])).toEqual(
      list.map(() => [expect.stringMatching(/\w/), expect.stringMatching(/\w/)]),
    );
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.map(({ venue }) => venue)).toEqual(groups.map(() => null));
  });

  it('names the charge of the late-entry stage in force [R-59]', async () => {
    // when
    const { list } = await search('acca');
    const late = list.find((session) => session.notice?.startsWith('Late entry applies'));
    const onDemand = list.find((session) => session.sessionSubjects.some((paper) => paper.subject.code === 'BT'));

    // then
    expect(late?.lateEntryChargeNow).toBe(130_000);
    expect(late?.sessionSubjects[0]?.sessionSubjectLateEntryCharges.map((charge) => charge.stage)).toEqual([
      'Standard',
      'Late1',
    ]);
    expect(onDemand?.lateEntryChargeNow).toBeNull();
  });

  it('gives a combined set one price and its papers their times [R-58]', async () => {
    // when
    const [session] = (await search('delta-module-one')).list;

    // then
    expect(session?.totalFee).toBe(315_695);
    expect(session?.feeMatrixSubjectList.map((line) => [line.subjectName, line.total])).toEqual([
      ['Module One, Paper 1 + Module One, Paper 2', 315_695],
    ]);
    expect(session?.dateSlotPriceList).toEqual([{ date: session?.examDate, minimum: 315_695, maximum: 315_695 }]);
    expect(session?.sessionSubjects.map((paper) => [paper.startTime, paper.endTime, paper.subject.setCode])).toEqual([
      ['09:00', '10:30', 'MODULE-ONE'],
      ['11:00', '12:30', 'MODULE-ONE'],
    ]);
  });

  it('hides every fee of a session behind a code, also from sorting, and never sends the code [R-52]', async () => {
    // when
    const cheapest = await visitor.send('POST', '/api/session/candidate/search', {
      body: {
        pageSize: 100,
        sorts: [{ field: 'totalFee', desc: false }],
        filters: [{ field: 'productId', value: product('acca-group').id }],
      },
    });
    const dearer: Filter[] = [{ field: 'productId', value: product('delta-module-one').id }];
    const { list } = await search('acca-group', { sorts: [{ field: 'totalFee', desc: false }], filters: dearer });
    const locked = list.filter((session) => session.isExclusiveSession);

    // then
    expect(locked).toHaveLength(1);
    expect(list.at(-1)?.isExclusiveSession).toBe(true);
    expect(locked[0]).toMatchObject({
      pin: null,
      totalFee: null,
      dateSlotPriceList: [],
      feeMatrixSubjectList: [],
      lateEntryChargeNow: null,
    });
    const fees = locked[0]?.sessionSubjects.flatMap((paper) => [
      paper.localFee,
      paper.boardFee,
      paper.vat,
      paper.total,
    ]);
    expect(new Set(fees)).toEqual(new Set([null]));
    expect(locked[0]?.sessionSubjects.flatMap((paper) => paper.sessionSubjectTierFees)).toEqual([]);
    expect(cheapest.text).not.toContain(demoInvitationCode);
  });
});

describe('the calendar of a month', () => {
  it('marks each day with sessions as available or closed [R-41 call:session.calendar]', async () => {
    // given
    const { list } = await search('tkt');
    const month = list.find((session) => session.status === 'Full')?.examDate.slice(0, 7) ?? '';

    // when
    const days = await visitor.call('session.calendar', { body: { productId: product('tkt').id, month } });

    // then
    const inMonth = list.filter((session) => session.examDate.startsWith(month));
    const expected = [...Map.groupBy(inMonth, (session) => session.examDate)].map(([date, sessions]) => ({
      date,
      isAvailable: sessions.some((session) => session.status === 'Available'),
    }));
    expect(days).toEqual(expected);
  });

  it('is empty in a month without sessions', async () => {
    // when
    const month = addMonths(chinaDateOf(await readNowAlone()), 60).slice(0, 7);
    const days = await visitor.call('session.calendar', { body: { productId: product('tkt').id, month } });

    // then
    expect(days).toEqual([]);
  });
});

describe('the subjects of a session', () => {
  it('are the papers that are valid on its day [call:subject.ofSession]', async () => {
    // given
    const session = (await search('acca')).list.find((each) => each.examDate >= '2027-07-01');

    // when
    const subjects = await visitor.call('subject.ofSession', { params: { sessionid: session?.id ?? '' } });

    // then
    expect(subjects.map((subject) => subject.code)).toEqual(['K1', 'K2', 'K3']);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'no-id'])('are unknown for a session that is: %s', async (id) => {
    expect((await visitor.send('GET', `/api/subject/subjects/sessionid/${id}`)).status).toBe(404);
  });
});
